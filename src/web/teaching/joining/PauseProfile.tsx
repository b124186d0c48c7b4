import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lessonSets } from '#rules/lessons/lesson-states.ts';
import * as texts from '#texts/teaching.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import type { Profile } from '../../platform/records/profile-record.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { ConfirmDialog } from '../../platform/ui/Dialog.tsx';
import { useOfferPreview } from './OfferPreview.tsx';
import { useSaving } from './use-teaching.ts';

/** Pausing and coming back: what learners get of it, and what stays, is said before. */
export function PauseProfile({ profile }: { profile: Profile }) {
  const tell = useTelling();
  const saving = useSaving();
  const [isAsking, setAsking] = useState(false);
  const isPaused = profile.status === 'paused';
  const canEnd = profile.pausedBySelf === true || isOver(profile.pausedUntil);
  const lessons = useLessonsAhead(profile.id);
  const set = (status: 'paused' | 'listed') =>
    tell(
      saving.mutateAsync(
        { collection: 'instructors', id: profile.id, body: { status } },
        { onSettled: () => setAsking(false) },
      ),
      {
        done: status === 'paused' ? texts.profilePaused : texts.profileListed,
        failed: (error) => fieldMessageFor(error, 'status') ?? texts.notSaved,
      },
    );
  if (!isPaused && profile.status !== 'listed') return null;
  return (
    <section aria-labelledby="pause" className="grid justify-items-start gap-3">
      <h3 id="pause" className="text-title">
        {texts.takeABreak}
      </h3>
      {!isPaused && <p>{texts.pauseMeans}</p>}
      {isPaused && canEnd && <ComingBack instructor={profile.id} />}
      {isPaused && !canEnd ? (
        <p>{texts.pausedByUs}</p>
      ) : (
        <Button
          variant="secondary"
          className="min-h-12 text-body"
          isBusy={saving.isPending}
          busyText={texts.saving}
          onClick={() => (isPaused ? set('listed') : setAsking(true))}
        >
          {isPaused ? texts.comeBack : texts.pauseProfile}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={texts.pauseQuestion}
        description={`${texts.pauseMeans} ${texts.pausedLessonsStay({ count: lessons.data ?? 0 })}`}
        confirmLabel={texts.pauseProfile}
        cancelLabel={texts.stayListed}
        isBusy={saving.isPending}
        onConfirm={() => set('paused')}
      />
    </section>
  );
}

/** A pause that one of the staff made is the instructor's to end after a day. */
function isOver(until: string | undefined): boolean {
  return until !== undefined && until !== '' && Date.parse(until) <= currentTime().getTime();
}

/** What learners see once they find the instructor again. */
function ComingBack({ instructor }: { instructor: string }) {
  const { data } = useOfferPreview(instructor);
  return <p role="status">{data ? texts.comeBackMeans({ count: data.saved.count }) : '\u00a0'}</p>;
}

function useLessonsAhead(instructor: string) {
  return useQuery({
    queryKey: ['lessons', 'ahead', instructor],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const standing = lessonSets.upcoming.map((status) => `status = '${status}'`).join(' || ');
      const filter = backend.filter(`instructor = {:instructor} && start > @now && (${standing})`, { instructor });
      return (await backend.collection('lessons').getList(1, 1, { filter, fields: 'id', signal })).totalItems;
    },
  });
}
