import { useState } from 'react';
import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/claims.ts';
import { moneyTag } from '../../money/entries/MoneyLink.tsx';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import { messageOf } from '../../platform/session/message-of.ts';
import { useFileToken } from '../../platform/session/use-file-token.ts';
import { useRight } from '../../platform/session/use-right.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { ConfirmDialog } from '../../platform/ui/Dialog.tsx';
import { TextAreaField } from '../../platform/ui/Field.tsx';
import { fileUrl } from '../../platform/ui/file-url.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { ByWhom } from './ByWhom.tsx';
import { Evidence } from './ClaimAction.tsx';
import {
  type Claim,
  claimKinds,
  claimOutcomes,
  claimStatuses,
  decisionDay,
  isOver,
  type Statement,
} from './claim-record.ts';
import { DecideClaim } from './DecideClaim.tsx';
import { ListingNote } from './ListingNote.tsx';
import { useStating, useWithdrawing } from './use-claims.ts';

type ClaimViewProps = { claim: Claim; me: string; isAdmin: boolean };

/** What of a claim is for its parties, and for staff whose role opens lessons: others of the staff read it and say nothing there. */
function useOwnPart(claim: Claim, me: string): { isParty: boolean; opensLesson: boolean } {
  const isStaff = useRight('claims');
  const opensLessons = useRight('lessons');
  const isParty = !isStaff || me === claim.learner || me === claim.expand?.instructor?.user;
  return { isParty, opensLesson: isParty || opensLessons };
}

/** One claim: both stories beside each other, what can be said, and what was decided. */
export function ClaimView({ claim, me, isAdmin }: ClaimViewProps) {
  const { label, tone } = claimStatuses[claim.status] ?? { label: claim.status, tone: 'grey' as const };
  const { isParty, opensLesson } = useOwnPart(claim, me);
  const statements = claim.expand?.claim_statements_via_claim ?? [];
  const isOfLearner = ({ author }: Statement) => author === claim.learner;
  const decision = claim.expand?.claim_decisions_via_claim?.[0];
  const outcome = claimOutcomes.find(({ value }) => value === claim.outcome);
  return (
    <div className="max-w-[64rem]">
      <h2 className="text-heading">{claimKinds[claim.kind] ?? claim.kind}</h2>
      <p className="mt-2 flex flex-wrap items-center gap-3">
        <Badge tone={tone}>{label}</Badge>
        {opensLesson && <Link to={lessonPath(claim.lesson)}>{texts.toTheLesson}</Link>}
        {!isOver(claim) && (
          <span className="figures text-soft text-note">{texts.decidedBy({ time: decisionDay(claim) })}</span>
        )}
      </p>
      <ListingNote claim={claim} />
      {decision && (
        <div className="card mt-5 p-5">
          <h3 className="font-semibold">{texts.decision({ outcome: outcome?.label ?? claim.outcome })}</h3>
          <GoesBack claim={claim} />
          <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{decision.reason}</p>
          {decision.adminName && <ByWhom decision={decision} />}
        </div>
      )}
      {!decision && (
        <div className="mt-4 empty:hidden">
          <GoesBack claim={claim} />
        </div>
      )}
      <div className="mt-5 grid items-start gap-5 md:grid-cols-2">
        <Story
          title={claim.expand?.learner?.name || texts.theLearner}
          items={[claim, ...statements.filter(isOfLearner)]}
          wish={claim.wish}
        />
        <Story
          title={claim.expand?.instructor?.name ?? texts.theInstructor}
          items={statements.filter((statement) => !isOfLearner(statement))}
        />
      </div>
      {!isOver(claim) && !isAdmin && isParty && <Say claim={claim} />}
      {!isOver(claim) && me === claim.learner && ['first_lesson', 'quality'].includes(claim.kind) && (
        <Withdraw claim={claim} />
      )}
      {(isAdmin || !isParty) && <DecideClaim claim={claim} decides={isAdmin} />}
    </div>
  );
}

/** What the learner has back, on their word alone before the decision. */
function GoesBack({ claim: { lesson, refundCents, creditCents } }: { claim: Claim }) {
  const said = (cents: number) => ({
    amount: formatMoney(cents),
    link: moneyTag({ cents, of: 'lesson', id: lesson }),
  });
  return (
    <>
      {refundCents > 0 && <p>{inline(texts.goesBack(said(refundCents)))}</p>}
      {creditCents > 0 && <p>{inline(texts.asCredit(said(creditCents)))}</p>}
    </>
  );
}

type Told = Pick<Statement, 'id' | 'collectionName' | 'text' | 'evidence' | 'created'>;

function Story({ title, items, wish }: { title: string; items: readonly Told[]; wish?: string }) {
  const token = useFileToken(items.some(({ evidence }) => evidence.length > 0));
  return (
    <section className="card p-5">
      <h3 className="mb-2 font-semibold">{title}</h3>
      {wish && <p className="mb-2">{wish === 'refund' ? texts.wantsMoney : texts.wantsLesson}</p>}
      {items.length === 0 && <p className="text-soft">{texts.nothingSaidYet}</p>}
      <ul className="grid gap-3">
        {items.map((item) => (
          <li key={item.id}>
            <p className="text-soft text-note">{formatDate(item.created)}</p>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{item.text}</p>
            {item.evidence.map((name, index) => (
              <a
                key={name}
                href={`${fileUrl(item, name)}?token=${token ?? ''}`}
                target="_blank"
                rel="noreferrer"
                className="mr-3 inline-flex min-h-11 items-center"
              >
                {texts.fileNumber({ number: index + 1 })}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Say({ claim }: { claim: Claim }) {
  const tell = useTelling();
  const stating = useStating(claim.id);
  const [text, setText] = useState('');
  const [evidence, setEvidence] = useState<File[]>([]);
  const [problem, setProblem] = useState<{ ofText?: string | undefined; ofFiles?: string | undefined }>({});
  const [sent, setSent] = useState(0);
  const onSuccess = () => {
    setText('');
    setEvidence([]);
    setProblem({});
    setSent(sent + 1);
  };
  const onError = (error: unknown) => {
    const ofFiles = fieldMessageFor(error, 'evidence');
    setProblem({ ofFiles, ofText: ofFiles ? undefined : messageOf(error, texts.notSent) });
  };
  const say = () =>
    tell(stating.mutateAsync({ text: text.trim(), evidence }, { onSuccess, onError }), { done: texts.saidIt });
  return (
    <div className="mt-6 grid max-w-[40rem] gap-4">
      <TextAreaField
        label={texts.tellYourSide}
        error={problem.ofText}
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Evidence key={sent} error={problem.ofFiles} onChange={setEvidence} />
      <div>
        <Button isBusy={stating.isPending} onClick={say}>
          {texts.send}
        </Button>
      </div>
    </div>
  );
}

function Withdraw({ claim }: { claim: Claim }) {
  const tell = useTelling();
  const [isAsking, setAsking] = useState(false);
  const withdrawing = useWithdrawing(claim);
  const withdraw = () =>
    tell(withdrawing.mutateAsync(undefined, { onSettled: () => setAsking(false) }), {
      done: texts.claimWithdrawn,
      failed: (error) => messageOf(error, texts.notSent),
    });
  return (
    <div className="mt-6">
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {texts.withdrawTheClaim}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={texts.withdrawTheClaim}
        description={texts.withdrawMeans}
        confirmLabel={texts.withdraw}
        isBusy={withdrawing.isPending}
        onConfirm={withdraw}
      />
    </div>
  );
}
