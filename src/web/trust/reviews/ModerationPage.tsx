import { useState } from 'react';
import { useSearchParams } from 'react-router';
import * as texts from '#texts/reviews.ts';
import { useDueBy } from '../../platform/desk/due-by.ts';
import { OthersHere } from '../../platform/desk/OthersHere.tsx';
import { QueueBar, type QueueCase } from '../../platform/desk/QueueBar.tsx';
import { StaffOnly } from '../../platform/desk/StaffOnly.tsx';
import { currentTime } from '../../platform/ground/clock.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import { messageOf } from '../../platform/session/message-of.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { TextAreaField } from '../../platform/ui/Field.tsx';
import { formatClock, formatDate } from '../../platform/ui/format-time.ts';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { groupReports, type ReportedReview, waitsSince } from './group-reports.ts';
import { ReviewText } from './ReviewText.tsx';
import { type Decision, type Judgement, useJudging, useModeration } from './use-reviews.ts';

/** The desk of those who judge reviews: what was reported and not looked at since, a review at a time (`?case=`, J and K), then what was decided. */
export function ModerationPage() {
  return (
    <StaffOnly right="reviews">
      <Desk />
    </StaffOnly>
  );
}

function Desk() {
  const read = useModeration();
  const [params] = useSearchParams();
  const groups = groupReports(read.data?.reports ?? [], read.data?.decisions ?? []);
  const open = groups.filter(({ isOpen }) => isOpen);
  const done = groups.filter(({ isOpen }) => !isOpen);
  const index = Math.max(
    0,
    open.findIndex(({ review }) => review.id === params.get('case')),
  );
  const shown = open[index];
  return (
    <WhenRead read={read} what={texts.reportedReviews} notLoaded={texts.reportsNotLoaded}>
      <h2 className="mb-4 text-heading">{texts.reportedReviews}</h2>
      {open.length === 0 && <p className="mb-8">{texts.nothingReported}</p>}
      {shown && (
        <div className="mb-10 grid max-w-[60rem] gap-5">
          <QueueBar cases={open.map(placeOf)} index={index} />
          <OthersHere id={shown.review.id} />
          <ul>
            <Reported key={shown.review.id} group={shown} />
          </ul>
        </div>
      )}
      {done.length > 0 && <h2 className="mb-4 text-heading">{texts.decidedBefore}</h2>}
      <ul className="grid max-w-[60rem] gap-5">
        {done.map((group) => (
          <Reported key={group.review.id} group={group} />
        ))}
      </ul>
    </WhenRead>
  );
}

function placeOf({ review, reports }: ReportedReview): QueueCase {
  const [first] = reports;
  return {
    id: review.id,
    to: `?case=${review.id}`,
    name: texts.aboutName({ name: review.expand?.instructor?.name ?? '' }),
    detail: first ? formatDate(first.created) : '',
  };
}

function Reported({ group }: { group: ReportedReview }) {
  const { review, reports, decisions } = group;
  const since = waitsSince(group);
  return (
    <li className="card grid gap-4 p-5 md:grid-cols-2">
      <div>
        <h3 className="mb-2 font-semibold">{texts.aboutName({ name: review.expand?.instructor?.name ?? '' })}</h3>
        <ReviewText review={review} />
      </div>
      <div>
        <h3 className="mb-2 font-semibold">{texts.whyReported}</h3>
        {since && <DueDay since={since} />}
        <ul className="grid gap-1">
          {reports.map(({ id, reason, created }) => (
            <li key={id} className="text-note [overflow-wrap:anywhere]">
              {reason} <span className="text-soft">{formatDate(created)}</span>
            </li>
          ))}
        </ul>
        {decisions.map((decision) => (
          <Decided key={decision.id} decision={decision} />
        ))}
        <Judge review={review.id} after={decisions[0]?.id ?? ''} />
      </div>
    </li>
  );
}

/** By when the platform promised to decide, and that it is late. */
function DueDay({ since }: { since: string }) {
  const due = useDueBy(usePolicy().moderationWorkingDays)?.(since);
  if (!due) return null;
  const isLate = due < currentTime();
  const day = formatDate(due.toISOString());
  return (
    <p className="mb-2">
      <Badge tone={isLate ? 'red' : 'amber'}>
        {isLate ? texts.decisionIsLate({ day }) : texts.decideByDay({ day })}
      </Badge>
    </p>
  );
}

function Decided({ decision: { outcome, reason, moderatorName, created } }: { decision: Decision }) {
  return (
    <p className="mt-3 text-note [overflow-wrap:anywhere]">
      <Badge tone={outcome === 'removed' ? 'red' : 'green'}>{outcome === 'removed' ? texts.removed : texts.kept}</Badge>{' '}
      {reason}{' '}
      <span className="text-soft">
        {moderatorName}, {formatDate(created)}, {formatClock(created)}
      </span>
    </p>
  );
}

/** That somebody else decided first: told over the page, since the review leaves the queue by that. */
const meanwhile = (error: unknown) => fieldMessageFor(error, 'after');

function Judge({ review, after }: { review: string; after: string }) {
  const tell = useTelling();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const judging = useJudging(review);
  const judge = (outcome: Judgement['outcome']) => {
    if (reason.trim() === '') return setProblem(texts.writeAReason);
    const onSuccess = () => {
      setReason('');
      setProblem(undefined);
    };
    const onError = (error: unknown) => {
      if (!meanwhile(error)) setProblem(messageOf(error, texts.notSent));
    };
    const judgement = { outcome, reason: reason.trim(), after };
    tell(judging.mutateAsync(judgement, { onSuccess, onError }), { done: texts.decisionSaved, failed: meanwhile });
  };
  return (
    <div className="mt-4 grid gap-3">
      <TextAreaField
        label={texts.reason}
        hint={texts.whatIsRemoved}
        error={problem}
        rows={2}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" isBusy={judging.isPending} onClick={() => judge('kept')}>
          {texts.keepTheReview}
        </Button>
        <Button isBusy={judging.isPending} onClick={() => judge('removed')}>
          {texts.removeTheReview}
        </Button>
      </div>
    </div>
  );
}
