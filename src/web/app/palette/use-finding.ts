import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { CalendarClock, IdCard, MessageCircleQuestion, UserRound } from 'lucide-react';
import { bookingPath } from '#rules/paths/booking-path.ts';
import { helpAboutPath } from '#rules/paths/help-paths.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { personPath } from '#rules/paths/staff-paths.ts';
import { studentsFoundPath } from '#rules/paths/teaching-paths.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { roleHasRight } from '#rules/staff/staff-rights.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import * as texts from '#texts/palette.ts';
import type { SearchAnswer } from '#wire/search.ts';
import type { StudentsAnswer } from '#wire/students.ts';
import type { PeopleAnswer } from '#wire/users.ts';
import { literalText } from '../../booking/lessons/history-filter.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { statusWords } from '../../platform/records/lesson-status.ts';
import { loadBackend, readMarketplace } from '../../platform/session/backend.ts';
import { useView } from '../../platform/session/dashboard-view.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { addDays } from '../../platform/ui/add-days.ts';
import { formatSeries } from '../../platform/ui/format-list.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatLessonTime, localDateOf } from '../../platform/ui/format-time.ts';
import { instantOfWall } from '../../platform/ui/instant-of-wall.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';
import { parseDay } from './parse-day.ts';
import { rankEntries } from './rank-entries.ts';

/** Shorter texts fit too much to be worth asking for. */
export const shortestSearch = 2;
const most = 5;

type Side = 'learner' | 'instructor';

/**
 * What the server finds for a text: accounts for admins, else lessons and, by the view, instructors or students; and answers of the Help
 * Center. Nothing is asked for below two characters. What was found last stays while the next answer is on its way.
 */
export function useFinding(user: SessionUser, text: string): UseQueryResult<PaletteGroup[]> {
  const view = useView();
  const policy = usePolicy();
  const isAdmin = roleHasRight(user.role, 'users');
  return useQuery({
    queryKey: ['palette', user.id, isAdmin ? 'admin' : view, text],
    queryFn: async ({ signal }) => {
      const reads = isAdmin
        ? [findUsers(text, signal)]
        : [
            view === 'learner' ? findInstructors(text, signal) : findStudents(text, signal),
            findLessons(user, view, text, signal),
          ];
      return foundOf(await Promise.allSettled([...reads, findHelp(text, policy)]));
    },
    enabled: text.length >= shortestSearch,
    placeholderData: (shown) => (text.length >= shortestSearch ? shown : undefined),
  });
}

/** What was found; one read that is refused, as students are to whoever teaches nobody, leaves the others. Throws when none answered. */
function foundOf(answers: readonly PromiseSettledResult<PaletteGroup>[]): PaletteGroup[] {
  const [help, ...reads] = [...answers].reverse();
  const [refused] = reads.filter((answer) => answer.status === 'rejected');
  if (refused && reads.every(({ status }) => status === 'rejected')) throw refused.reason;
  const groups = [...reads.reverse(), ...(help ? [help] : [])].flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value] : [],
  );
  return groups.filter(({ entries }) => entries.length > 0);
}

async function findUsers(q: string, signal: AbortSignal): Promise<PaletteGroup> {
  const { items } = await readMarketplace<PeopleAnswer>('users', { q, perPage: most }, signal);
  const entries = items.map(({ id, name, email, role }) => ({
    id: `user-${id}`,
    label: name || email,
    detail: `${email}, ${role}`,
    path: personPath(id),
    icon: UserRound,
  }));
  return { title: texts.users, entries };
}

async function findInstructors(q: string, signal: AbortSignal): Promise<PaletteGroup> {
  const { items } = await readMarketplace<SearchAnswer>('instructors', { q, perPage: 30 }, signal);
  const entries = items.map(({ instructor, priceCents }) => ({
    id: `instructor-${instructor.id}`,
    label: instructor.name,
    detail: formatSeries([...instructor.areas.slice(0, 2), texts.fromPrice({ price: formatMoney(priceCents) })]),
    path: bookingPath({ instructor: instructor.id }),
    icon: IdCard,
  }));
  // The search also looks at places and words of the profile; here names go first.
  const named = rankEntries(entries, q);
  const others = entries.filter((entry) => !named.includes(entry));
  return { title: texts.instructors, entries: [...named, ...others].slice(0, most) };
}

async function findStudents(q: string, signal: AbortSignal): Promise<PaletteGroup> {
  const { items } = await readMarketplace<StudentsAnswer>('students', { q, perPage: most }, signal);
  const entries = items.map(({ learner, completedLessons }) => ({
    id: `student-${learner.id}`,
    label: learner.name,
    detail: texts.countLessons({ count: completedLessons }),
    path: studentsFoundPath(learner.name),
    icon: UserRound,
  }));
  return { title: texts.students, entries };
}

/** Lessons of a day, or with the number, place or instructor that was typed; the latest first. */
async function findLessons(
  { id: me }: SessionUser,
  side: Side,
  text: string,
  signal: AbortSignal,
): Promise<PaletteGroup> {
  const backend = await loadBackend();
  const day = parseDay(text, localDateOf(currentTime()));
  const own = side === 'learner' ? 'learner = {:me}' : 'instructor.user = {:me}';
  const wire = (date: string) => instantOfWall(date, 0, platformZone).replace('T', ' ');
  const which = day
    ? { filter: 'start >= {:from} && start < {:to}', params: { from: wire(day), to: wire(addDays(day, 1)) } }
    : {
        filter: '(id ~ {:q} || pickup ~ {:q} || postalCode ~ {:q} || instructor.name ~ {:q})',
        params: { q: literalText(text) },
      };
  const { items } = await backend.collection('lessons').getList<Lesson>(1, most, {
    // A time that was held and let go, or became one of a weekly series, was no lesson.
    filter: backend.filter(
      `${own} && (status = 'held' || (status != 'expired' && holdExpiresAt = '')) && ${which.filter}`,
      {
        me,
        ...which.params,
      },
    ),
    sort: '-start,id',
    expand: 'instructor',
    skipTotal: true,
    signal,
  });
  return { title: texts.lessons, entries: items.map((lesson) => lessonEntry(lesson, side)) };
}

function lessonEntry(lesson: Lesson & { expand?: { instructor?: Instructor } }, side: Side): PaletteEntry {
  const { id, start, end, status, pickup, expand } = lesson;
  const about = side === 'learner' ? expand?.instructor?.name : pickup;
  return {
    id: `lesson-${id}`,
    label: formatLessonTime(start, end),
    detail: formatSeries([about, statusWords(status, side).word]),
    path: lessonPath(id),
    icon: CalendarClock,
  };
}

/** The Help Center's texts are only loaded once something is searched for. */
async function findHelp(text: string, policy: PolicyValues): Promise<PaletteGroup> {
  const { findAnswers } = await import('../../talk/support/help-answers.ts');
  const questions = findAnswers(text, policy).flatMap((category) => category.questions);
  const entries = questions.slice(0, 3).map(({ question }) => ({
    id: `help-${question}`,
    label: question,
    path: helpAboutPath(question.slice(0, 100)),
    icon: MessageCircleQuestion,
  }));
  return { title: texts.helpCenter, entries };
}
