import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/booking.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';

/** Folded links that change a held time or give it up. The time stays held until the new one is. */
export function ChangeHold({ lesson }: { lesson: Lesson }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const tell = useTelling();
  const { instructor, durationMinutes } = lesson;
  const again = { instructor, durationMinutes, replaces: lesson.id };
  const letGo = useMutation({
    mutationFn: async () => {
      await (await loadBackend()).collection('cancellations').create({ lesson: lesson.id });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['lessons'] });
      void queries.invalidateQueries({ queryKey: ['slots'] });
    },
  });
  const giveUp = () =>
    tell(letGo.mutateAsync(), {
      done: texts.timeIsLetGo,
      failed: (error) => messageFor(error, texts.notLetGo) ?? texts.notLetGo,
      goOn: () => navigate(bookingPath({ instructor, durationMinutes })),
    });
  const links = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        className="-ml-2 px-2"
        aria-expanded={isOpen}
        aria-controls={links}
        onClick={() => setOpen(!isOpen)}
      >
        {texts.change}
        <ChevronDown size={18} aria-hidden className={isOpen ? 'rotate-180' : undefined} />
      </Button>
      <div id={links} hidden={!isOpen} className="grid justify-items-start">
        <Link to={bookingPath(again)} className="inline-flex min-h-11 items-center">
          {texts.changeTimeOrLength}
        </Link>
        <Link
          to={bookingPath({ ...again, start: new Date(lesson.start).toISOString() })}
          className="inline-flex min-h-11 items-center"
        >
          {texts.changePickUp}
        </Link>
        <Link to={bookingPath({ weekly: lesson.id })} className="inline-flex min-h-11 items-center">
          {texts.repeatWeekly}
        </Link>
        <Button
          variant="quiet"
          className="-ml-2 px-2"
          isBusy={letGo.isPending}
          busyText={texts.lettingGo}
          onClick={giveUp}
        >
          {texts.letThisTimeGo}
        </Button>
      </div>
    </>
  );
}
