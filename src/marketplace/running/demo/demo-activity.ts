import { isLesson } from '#rules/lessons/lesson-states.ts';
import type { DemoRow } from './demo.store.ts';
import { addDays, dateAt } from './demo-dates.ts';
import { learnerId } from './demo-people.ts';

/** The learner whose profile shows the sample numbers of the specification, and those numbers; the twelve are lessons. */
const sample = { key: 'grace', logins: 127, days: 45, lastDaysAgo: 88 } as const;

/** The days on which accounts were used: a sign-in on the day of each lesson taken, and one learner's sample. */
export function activityRows(lessons: readonly DemoRow[], today: string): DemoRow[] {
  const days = new Map<string, DemoRow>();
  for (const { learner, start, status } of lessons) {
    if (!isLesson('taught', String(status)) || learner === learnerId(sample)) continue;
    const row = { user: learner, day: dateAt(Date.parse(String(start))), logins: 1 };
    days.set(`${row.user}/${row.day}`, row);
  }
  return [...days.values(), ...sampleRows(today)];
}

function sampleRows(today: string): DemoRow[] {
  const most = Math.ceil(sample.logins / sample.days);
  const fewer = most * sample.days - sample.logins;
  return Array.from({ length: sample.days }, (_, index) => ({
    user: learnerId(sample),
    day: addDays(today, -(sample.lastDaysAgo + index)),
    logins: index < fewer ? most - 1 : most,
  }));
}
