import { useState } from 'react';
import * as texts from '#texts/waitlist.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { ConfirmDialog } from '../../platform/ui/Dialog.tsx';
import { formatList } from '../../platform/ui/format-list.ts';
import { formatDate } from '../../platform/ui/format-time.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { useLeaving, usePausing } from './use-waitlist.ts';
import type { WaitlistEntry } from './waitlist-record.ts';
import { hourWords } from './wanted-hours.ts';

/** One thing that a learner waits for: what, when, until when; to rest or to leave. */
export function EntryCard({ entry }: { entry: WaitlistEntry }) {
  const [isAsking, setAsking] = useState(false);
  const pausing = usePausing();
  const leaving = useLeaving();
  const { id, paused, created, before } = entry;
  const error = pausing.error ?? leaving.error;
  return (
    <li className="card grid gap-3 p-5">
      <div>
        <p className="flex flex-wrap items-center gap-3 font-semibold">
          {whatOf(entry)}
          {paused && <Badge>{texts.paused}</Badge>}
        </p>
        <p className="first-letter:uppercase">{whenOf(entry)}</p>
        <p className="figures text-note text-soft">
          {before === ''
            ? texts.since({ day: formatDate(created) })
            : texts.sinceAndUntil({ day: formatDate(created), before: formatDate(before) })}
        </p>
      </div>
      {error && <Notice kind="failure">{messageFor(error, texts.notChanged)}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          isBusy={pausing.isPending}
          busyText={texts.oneMoment}
          onClick={() => pausing.mutate({ id, paused: !paused })}
        >
          {paused ? texts.goOnWaiting : texts.pause}
        </Button>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {texts.stopWaiting}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={texts.stopWaitingForThis}
        description={texts.placeIsGone}
        confirmLabel={texts.stopWaiting}
        cancelLabel={texts.goOnWaiting}
        isHarmful
        isBusy={leaving.isPending}
        onConfirm={() => leaving.mutate(id, { onSuccess: () => setAsking(false) })}
      />
    </li>
  );
}

function whatOf({ licenceClass, areas, expand, instructor }: WaitlistEntry): string {
  if (instructor) return texts.classWith({ licenceClass, instructorName: expand?.instructor?.name ?? '' });
  if (areas && areas.length > 0) return texts.classIn({ licenceClass, areas: formatList(areas) });
  return texts.classAnywhere({ licenceClass });
}

function whenOf({ windows }: WaitlistEntry): string {
  if (!windows || windows.length === 0) return texts.anyTime;
  const words = hourWords(windows);
  return words.length > 0 ? formatList(words) : texts.chosenHours;
}
