import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { askPath } from '#rules/paths/help-paths.ts';
import * as texts from '#texts/teaching.ts';
import { fieldCodeFor, fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { formatDate } from '../../platform/ui/format-time.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { AskForChange } from './AskForChange.tsx';
import { MissingPapers } from './MissingPapers.tsx';
import { PauseProfile } from './PauseProfile.tsx';
import {
  havePapersEnded,
  isMended,
  lackingSteps,
  nextStep,
  reasonsFor,
  type Step,
  steps,
  suspensionReasons,
} from './steps.ts';
import { type Teaching, useSaving } from './use-teaching.ts';
import { VerifiedCard } from './VerifiedCard.tsx';

/** All steps with what is missing, what was said of them, and the one thing to do next. */
export function Overview({ teaching }: { teaching: Teaching }) {
  const { status } = teaching.profile;
  const isDraft = status === 'draft';
  const isChecked = !isDraft && status !== 'submitted';
  const saving = useSaving();
  const next = nextStep(teaching);
  const wasRefused = isDraft && teaching.last?.outcome === 'refused';
  const [isTried, setTried] = useState(false);
  // Who checks could only send it back.
  const lacking = isTried ? lackingSteps(teaching) : [];
  const submit = () => {
    setTried(true);
    if (lackingSteps(teaching).length > 0) return;
    saving.mutate({ collection: 'instructor_submissions', body: { instructor: teaching.profile.id } });
  };
  return (
    <div className="grid max-w-[44rem] gap-6 text-body">
      <h2 className="text-heading">{isChecked ? texts.yourOffer : texts.teachOnKerbside}</h2>
      <Standing teaching={teaching} wasRefused={wasRefused} />
      <ul className="card">
        {steps
          .filter(({ name }) => !isChecked || (name !== 'classes' && name !== 'car'))
          .map((step) => (
            <StepLine
              key={step.name}
              step={step}
              teaching={teaching}
              isLacking={lacking.includes(step)}
              error={saving.error}
            />
          ))}
      </ul>
      {saving.isError && (
        <Notice kind="failure">
          {fieldMessageFor(saving.error, 'instructor') ?? messageFor(saving.error, texts.notSent) ?? texts.notSent}
        </Notice>
      )}
      {isChecked && status !== 'retired' && (
        <>
          <VerifiedCard profile={teaching.profile} />
          <AskForChange teaching={teaching} />
          <PauseProfile profile={teaching.profile} />
        </>
      )}
      {isDraft && (
        <div className="flex flex-wrap gap-3">
          {next && (
            <LinkButton to={`?step=${next.name}`} className="min-h-12 text-body">
              {texts.goOnWith({ step: next.title })}
            </LinkButton>
          )}
          <Button
            variant={next ? 'secondary' : 'primary'}
            className="min-h-12 text-body"
            isBusy={saving.isPending}
            busyText={texts.sending}
            onClick={submit}
          >
            {texts.sendToBeChecked}
          </Button>
        </div>
      )}
    </div>
  );
}

const statusWords: Record<string, string> = {
  draft: texts.statusDraft,
  submitted: texts.statusSubmitted,
  listed: texts.statusListed,
  paused: texts.statusPaused,
  suspended: texts.statusSuspended,
  retired: texts.statusRetired,
};

/** Where the profile stands; who is suspended can ask why, and whose papers have ended can't be booked, whatever the state says. */
function Standing({ teaching, wasRefused }: { teaching: Teaching; wasRefused: boolean }) {
  const { profile } = teaching;
  const { status, licenceExpiresOn } = profile;
  if (status === 'listed' && havePapersEnded(profile)) {
    return <Notice kind="attention">{texts.papersHaveEnded({ date: formatDate(licenceExpiresOn) })}</Notice>;
  }
  return (
    <Notice kind={wasRefused || status === 'suspended' ? 'attention' : status === 'listed' ? 'success' : 'plain'}>
      {wasRefused ? texts.statusRefused : (statusWords[status] ?? status)}
      {suspensionReasons(teaching).map((reason) => (
        <p key={reason} className="mt-1 [overflow-wrap:anywhere]">
          {texts.reasonOfSuspension({ reason })}
        </p>
      ))}
      {status === 'suspended' && (
        <Link to={askPath} className="flex min-h-12 items-center">
          {texts.askWhySuspended}
        </Link>
      )}
    </Notice>
  );
}

type StepLineProps = { step: Step; teaching: Teaching; isLacking: boolean; error: unknown };

function StepLine({ step, teaching, isLacking, error }: StepLineProps) {
  const isDone = step.isDone(teaching);
  const said = reasonsFor(teaching, step.fields);
  const reasons = isMended(teaching, step) ? [] : said;
  const isRefused = isLacking || step.fields.some((field) => fieldCodeFor(error, field) === 'missing');
  return (
    <li className="border-line border-b last:border-b-0">
      <Link
        to={`?step=${step.name}`}
        className="flex min-h-14 items-center gap-3 px-4 py-2.5 text-ink no-underline hover:bg-sunken"
      >
        <span className="min-w-0 grow">
          <b className="block font-semibold">{step.title}</b>
          {step.name === 'papers' && <MissingPapers teaching={teaching} />}
          {reasons.map((reason) => (
            <span key={reason} className="block text-red text-note [overflow-wrap:anywhere]">
              {reason}
            </span>
          ))}
          {isRefused && reasons.length === 0 && (
            <span className="block text-red text-note">{texts.addThisBeforeSending}</span>
          )}
        </span>
        {reasons.length > 0 ? (
          <Badge tone="red" className="shrink-0">
            {texts.putRight}
          </Badge>
        ) : (
          <Badge tone={isDone ? 'green' : step.isNeeded ? 'amber' : 'grey'} className="shrink-0">
            {isDone ? texts.done : step.isNeeded ? texts.missing : texts.notSaidYet}
          </Badge>
        )}
        <ChevronRight size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-soft" />
      </Link>
    </li>
  );
}
