import { useState } from 'react';
import * as texts from '#texts/verifying.ts';
import { currentTime } from '../../../platform/ground/clock.ts';
import { paperNames } from '../../../platform/records/profile-record.ts';
import { fieldMessageFor } from '../../../platform/session/message-for.ts';
import { messageOf } from '../../../platform/session/message-of.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { TextAreaField } from '../../../platform/ui/Field.tsx';
import { formatList } from '../../../platform/ui/format-list.ts';
import { localDateOf } from '../../../platform/ui/format-time.ts';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { Checklist } from './Checklist.tsx';
import { checklist, checksOf, inTheWay, itemsWithoutPaper, reasonsOf, startingFindings } from './checklist.ts';
import { History } from './History.tsx';
import { PaperView } from './PaperView.tsx';
import { ProfileFacts } from './ProfileFacts.tsx';
import { type File, useDeciding, useFile } from './use-verifying.ts';

/** One instructor's file: the papers beside what was looked at, what was decided before, and the answer. */
export function FileCase({ instructor }: { instructor: string }) {
  const read = useFile(instructor);
  return (
    <WhenRead read={read} what={texts.theFile} notLoaded={texts.fileNotLoaded}>
      {read.data && (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="grid gap-6 lg:sticky lg:top-20">
            <PaperView papers={read.data.papers} />
            <ProfileFacts profile={read.data.profile} />
          </div>
          <div className="grid gap-8">
            {read.data.profile.status !== 'draft' && read.data.profile.status !== 'suspended' && (
              <Decide key={instructor} file={read.data} />
            )}
            <Standing file={read.data} />
            <History verifications={read.data.verifications} />
          </div>
        </div>
      )}
    </WhenRead>
  );
}

function Decide({ file: { profile, submission, papers, verifications } }: { file: File }) {
  const tell = useTelling();
  const deciding = useDeciding();
  const isNew = profile.status === 'submitted';
  const before = verifications.find(({ outcome }) => outcome === 'accepted')?.checks ?? [];
  const [findings, setFindings] = useState(() => startingFindings({ papers, before, retiresOn: profile.retiresOn }));
  const withoutPaper = itemsWithoutPaper({ papers, before });
  const missing = withoutPaper.filter(({ isNeeded }) => isNeeded).map(({ kind }) => paperNames[kind] ?? kind);
  const [problem, setProblem] = useState<string>();
  const decide = (outcome: 'accepted' | 'refused') => {
    const reasons = reasonsOf(findings);
    const lacking = inTheWay(findings);
    if (outcome === 'accepted' && lacking) return setProblem(texts.firstLookAt({ item: lacking.label }));
    if (outcome === 'refused' && Object.keys(reasons).length === 0) return setProblem(texts.sayWhatIsWrong);
    setProblem(undefined);
    const checks = outcome === 'accepted' ? checksOf(findings, localDateOf(currentTime())) : [];
    // What is on this page: a paper that comes in meanwhile was looked at by nobody.
    const shown = papers.filter(({ status }) => status === 'pending').map(({ id }) => id);
    const said = outcome === 'refused' ? reasons : {};
    const after = verifications[0]?.id ?? '';
    const body = { instructor: profile.id, outcome, checks, reasons: said, papers: shown, submission, after };
    const gone = (error: unknown) => fieldMessageFor(error, 'instructor') ?? fieldMessageFor(error, 'after');
    const onError = (error: unknown) => {
      if (gone(error)) return;
      const said = ['submission', 'papers', 'checks'].map((field) => fieldMessageFor(error, field)).find(Boolean);
      setProblem(said ?? messageOf(error, texts.notSaved));
    };
    const { name } = profile;
    tell(deciding.mutateAsync({ collection: 'verifications', body }, { onError }), {
      done: outcome === 'accepted' ? texts.wasAccepted({ name }) : texts.wasRefused({ name }),
      // Then it waits no more: it leaves the queue, and what would show it here goes along.
      failed: gone,
    });
  };
  return (
    <section aria-labelledby="checklist" className="grid gap-4">
      <h3 id="checklist" className="text-title">
        {texts.whatWasLookedAt}
      </h3>
      {missing.length > 0 && (
        <Notice kind="attention">{texts.papersAreMissing({ papers: formatList(missing) })}</Notice>
      )}
      <Checklist items={checklist} withoutPaper={withoutPaper} findings={findings} onChange={setFindings} />
      {problem && <Notice kind="failure">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button isBusy={deciding.isPending} onClick={() => decide('accepted')}>
          {isNew ? texts.acceptAndList : texts.acceptThePapers}
        </Button>
        <Button variant="secondary" disabled={deciding.isPending} onClick={() => decide('refused')}>
          {texts.sendBack}
        </Button>
      </div>
    </section>
  );
}

const whyNot = (error: unknown) =>
  fieldMessageFor(error, 'instructor') ?? fieldMessageFor(error, 'after') ?? messageOf(error, texts.notSaved);

/** Suspending takes two people; ending a suspension takes one. */
function Standing({ file: { profile, verifications } }: { file: File }) {
  const tell = useTelling();
  const deciding = useDeciding();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const waits = verifications.some(({ status }) => status === 'waiting');
  if (profile.status === 'draft' || profile.status === 'retired') return null;
  if (waits) return <Notice kind="attention">{texts.suspensionWaits}</Notice>;
  const isSuspended = profile.status === 'suspended';
  const decide = () => {
    if (!isSuspended && reason.trim() === '') return setProblem(texts.sayWhySuspended);
    const outcome = isSuspended ? 'restored' : 'suspended';
    const reasons = isSuspended ? {} : { name: reason.trim() };
    const body = { instructor: profile.id, outcome, reasons, after: verifications[0]?.id ?? '' };
    const onSuccess = () => {
      setReason('');
      setProblem(undefined);
    };
    const onError = (error: unknown) => setProblem(whyNot(error));
    tell(deciding.mutateAsync({ collection: 'verifications', body }, { onSuccess, onError }), {
      done: isSuspended ? texts.wasRestored : texts.suspensionAsked,
      // What somebody else decided meanwhile is on the page by then, and may have taken this part of it away.
      failed: (error) => fieldMessageFor(error, 'after'),
    });
  };
  return (
    <section aria-labelledby="standing" className="lane-top grid gap-3 pt-5">
      <h3 id="standing" className="text-title">
        {isSuspended ? texts.endTheSuspension : texts.suspend}
      </h3>
      <p className="text-soft">{isSuspended ? texts.restoringMeans : texts.suspendingMeans}</p>
      {!isSuspended && (
        <TextAreaField
          label={texts.whySuspended}
          rows={2}
          maxLength={1000}
          value={reason}
          error={problem}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {isSuspended && problem && <Notice kind="failure">{problem}</Notice>}
      <Button
        variant={isSuspended ? 'secondary' : 'danger'}
        className="justify-self-start"
        isBusy={deciding.isPending}
        onClick={decide}
      >
        {isSuspended ? texts.listAgain : texts.askToSuspend}
      </Button>
    </section>
  );
}
