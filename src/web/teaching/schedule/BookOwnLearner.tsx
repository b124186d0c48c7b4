import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { studentsPath } from '#rules/paths/teaching-paths.ts';
import * as texts from '#texts/schedule.ts';
import { loadBackend, readFullList } from '../../platform/session/backend.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { OwnLessonDialog } from '../students/OwnLessonDialog.tsx';

type BookOwnLearnerProps = { instructor: string; zone: string; date: string };

/** Writes a lesson of an own learner into the open day; without one it leads to where they are added. */
export function BookOwnLearner({ instructor, zone, date }: BookOwnLearnerProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['lessons', 'own-learners', instructor],
    queryFn: async ({ signal }) => {
      const filter = (await loadBackend()).filter("instructor = {:instructor} && user = ''", { instructor });
      return readFullList<{ id: string; name: string }>('own_learners', { filter, sort: 'name', signal });
    },
  });
  if (!data) return null;
  if (data.length === 0) {
    return (
      <LinkButton variant="secondary" className="min-h-12" to={studentsPath}>
        {texts.addOwnLearners}
      </LinkButton>
    );
  }
  return (
    <>
      <Button className="min-h-12" onClick={() => setOpen(true)}>
        <CalendarPlus size={18} strokeWidth={1.75} aria-hidden />
        {texts.bookOwnLearner}
      </Button>
      {isOpen && (
        <OwnLessonDialog
          instructor={instructor}
          zone={zone}
          learners={data}
          date={date}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
