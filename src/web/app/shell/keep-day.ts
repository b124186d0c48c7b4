import type { QueryClient } from '@tanstack/react-query';
import { dayMs } from '#rules/time/durations.ts';
import type { InstructorDashboardAnswer, LearnerDashboardAnswer } from '#wire/dashboard.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { lookingUntil } from '../../platform/session/own-session.ts';

/** Where a day lies that can be had without a network: the dashboards and the lessons that begin next, of one person. */
const key = 'kerbside_day';

type KeptDay = { user: string; atMs: number; answers: Array<{ view: string; answer: unknown }>; lessons: Lesson[] };

/** Puts what was kept where pages look for it, when they can't be answered otherwise. */
export function showKeptDay(queries: QueryClient, user: string): void {
  const kept = readDay(user);
  if (!kept) return;
  const updatedAt = kept.atMs;
  for (const { view, answer } of kept.answers) {
    const queryKey = ['dashboard', view, user];
    if (!queries.getQueryData(queryKey)) queries.setQueryData(queryKey, answer, { updatedAt });
  }
  for (const lesson of kept.lessons) {
    const queryKey = ['lesson', lesson.id];
    if (!queries.getQueryData(queryKey)) queries.setQueryData(queryKey, lesson, { updatedAt });
  }
}

/**
 * Keeps a dashboard's answer with the lessons of today and tomorrow, and the pages that show them. Nothing while somebody of the staff looks
 * through the account: another one's day is not theirs to take along.
 */
export async function keepDay(user: string, answer: InstructorDashboardAnswer | LearnerDashboardAnswer): Promise<void> {
  if (lookingUntil() !== undefined) return;
  const ids = lessonsOf(answer);
  const backend = await loadBackend();
  const lessons = await Promise.all(
    ids.map((id) => backend.collection('lessons').getOne<Lesson>(id, { expand: 'instructor,learner,ownLearner' })),
  );
  const before = readDay(user);
  const others = before?.answers.filter(({ view }) => view !== answer.view) ?? [];
  const earlier = before?.lessons.filter(({ id }) => !ids.includes(id)) ?? [];
  const isRecent = ({ end }: Lesson) => Date.parse(end) > currentTime().getTime() - dayMs;
  const day: KeptDay = {
    user,
    atMs: Date.now(),
    answers: [...others, { view: answer.view, answer }],
    lessons: [...earlier.filter(isRecent), ...lessons],
  };
  localStorage.setItem(key, JSON.stringify(day));
  if (ids.length > 0) await keepPages();
}

/** Forgets it, as when somebody signs out. */
export function forgetDay(): void {
  localStorage.removeItem(key);
}

function readDay(user: string): KeptDay | undefined {
  try {
    const kept: KeptDay | null = JSON.parse(localStorage.getItem(key) ?? 'null');
    return kept?.user === user ? kept : undefined;
  } catch {
    return undefined;
  }
}

const mostLessons = 20;

function lessonsOf(answer: InstructorDashboardAnswer | LearnerDashboardAnswer): string[] {
  const lessons =
    answer.view === 'instructor'
      ? [...answer.today.lessons, ...answer.tomorrow.lessons]
      : [...(answer.nextLesson ? [answer.nextLesson] : []), ...answer.upcoming];
  return [...new Set(lessons.map(({ id }) => id))].slice(0, mostLessons);
}

/** Has the service worker keep the page and every script and style that it and the lesson's page need. */
async function keepPages(): Promise<void> {
  // Without a network nothing can be loaded: what a day may need then is loaded now.
  await Promise.all([
    import('../../booking/lessons/LessonPage.tsx'),
    import('../../platform/offline/LeavingDialog.tsx'),
    import('./SidebarSheet.tsx'),
  ]);
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/sw.js');
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const linked = [...document.querySelectorAll<HTMLLinkElement>('link[href^="/assets/"]')].map(
    ({ href }) => new URL(href).pathname,
  );
  const assets = [...loaded, ...linked].filter((path) => path.startsWith('/assets/'));
  active?.postMessage({ type: 'keep', paths: [...new Set(assets)] });
}
