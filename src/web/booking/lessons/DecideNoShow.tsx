import { useState } from 'react';
import { Link } from 'react-router';
import { requestPath } from '#rules/paths/help-paths.ts';
import * as texts from '#texts/moving.ts';
import type { ActionLesson, ActionSide } from '../../platform/records/action-lesson.ts';
import { refusedFields } from '../../platform/session/server-errors.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { TextAreaField } from '../../platform/ui/Field.tsx';
import { formatStart } from '../../platform/ui/format-time.ts';
import { type Side, useArrivals, useOpenContest, useRequestsAbout, useSaying } from './use-absences.ts';

/** Where staff decide a contested no-show: both stories, the stamps, and who was missing. */
export function DecideNoShow({ lesson, side }: { lesson: ActionLesson; side: ActionSide }) {
  const isAsked = side === 'admin' && lesson.status === 'disputed';
  const { data: contest } = useOpenContest(lesson.id, isAsked);
  const arrivals = useArrivals(lesson.id, isAsked);
  const { data: requests = [] } = useRequestsAbout(lesson.id, isAsked);
  const tell = useTelling();
  const [reason, setReason] = useState('');
  const deciding = useSaying(lesson.id, 'no_show_decisions');
  const noShow = contest?.expand?.noShow;
  if (!isAsked || !contest || !noShow) return null;
  const stampOf = (of: Side) => {
    const stamp = arrivals.data?.find((arrival) => arrival.side === of)?.created;
    return stamp ? formatStart(stamp) : texts.noStamp;
  };
  const decide = (missing: Side) =>
    tell(deciding.mutateAsync({ contest: contest.id, missing, reason }), {
      done: texts.decided,
      failed: (error) => refusedFields(error)[0]?.message || texts.notSaid,
    });
  const isReady = reason.trim() !== '' && !deciding.isPending;
  return (
    <section className="grid w-full gap-3 border-line border-t pt-4">
      <h3 className="text-title">{texts.whoWasMissing}</h3>
      <p>{noShow.missing === 'learner' ? texts.learnerSaidMissing : texts.instructorSaidMissing}</p>
      <dl className="grid gap-2 sm:grid-cols-2">
        <div>
          <dt className="text-soft text-note">{texts.theFirstStory}</dt>
          <dd className="whitespace-pre-line">{noShow.text || texts.nothingWritten}</dd>
        </div>
        <div>
          <dt className="text-soft text-note">{texts.theOtherStory}</dt>
          <dd className="whitespace-pre-line">{contest.text}</dd>
        </div>
        <div>
          <dt className="text-soft text-note">{texts.learnerStamp}</dt>
          <dd>{stampOf('learner')}</dd>
        </div>
        <div>
          <dt className="text-soft text-note">{texts.instructorStamp}</dt>
          <dd>{stampOf('instructor')}</dd>
        </div>
        {requests.length > 0 && (
          <div className="sm:col-span-2">
            <dt className="text-soft text-note">{texts.toldTheSupport}</dt>
            {requests.map(({ id, request, expand }) => (
              <dd key={id}>
                <Link to={requestPath(request)} className="inline-flex min-h-11 items-center">
                  {texts.requestOf({
                    subject: expand?.request?.subject ?? request,
                    name: expand?.request?.expand?.user?.name ?? '',
                  })}
                </Link>
              </dd>
            ))}
          </div>
        )}
      </dl>
      <TextAreaField
        label={texts.reasonForBoth}
        hint={texts.reasonHint}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button disabled={!isReady} onClick={() => decide('learner')}>
          {texts.learnerWasMissing}
        </Button>
        <Button disabled={!isReady} onClick={() => decide('instructor')}>
          {texts.instructorWasMissing}
        </Button>
      </div>
    </section>
  );
}
