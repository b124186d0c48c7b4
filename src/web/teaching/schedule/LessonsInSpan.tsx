import { useQuery } from '@tanstack/react-query';
import { lessonSets } from '#rules/lessons/lesson-states.ts';
import * as texts from '#texts/schedule.ts';
import { loadBackend, readFullList } from '../../platform/session/backend.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { LessonLinks } from './LessonLinks.tsx';
import type { CalendarLesson } from './use-calendar.ts';

type LessonsInSpanProps = {
  instructor: string;
  zone: string;
  /** Instants as ISO text. */
  span: { start: string; end: string };
  nameOf: (learner: string) => string;
};

/** The lessons that lie in a time away: they stay unless they are moved or cancelled, each on its page. */
export function LessonsInSpan({ instructor, zone, span, nameOf }: LessonsInSpanProps) {
  const { data = [] } = useQuery({
    queryKey: ['lessons', 'in-span', instructor, span.start, span.end],
    queryFn: async ({ signal }) => {
      const params = { instructor, start: span.start.replace('T', ' '), end: span.end.replace('T', ' ') };
      const within = 'instructor = {:instructor} && start < {:end} && end > {:start}';
      const standing = lessonSets.upcoming.map((status) => `status = '${status}'`).join(' || ');
      const filter = (await loadBackend()).filter(`${within} && (${standing})`, params);
      return readFullList<CalendarLesson>('lessons', { filter, sort: 'start', signal });
    },
  });
  if (data.length === 0) return null;
  return (
    <Notice kind="attention">
      <p>{texts.lessonsLieInIt({ count: data.length })}</p>
      <LessonLinks lessons={data} zone={zone} nameOf={nameOf} />
    </Notice>
  );
}
