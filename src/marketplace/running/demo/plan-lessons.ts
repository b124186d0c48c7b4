import { firstHolidays } from '../../platform/facts/first-holidays.ts';
import { type DemoChance, demoChance } from './demo-chance.ts';
import { addDays, weekdayOf } from './demo-dates.ts';
import { unusualDays } from './demo-diary.ts';
import { type DemoInstructor, demoInstructors } from './demo-instructors.ts';
import { type DemoLearner, demoLearners, formerLearners } from './demo-learners.ts';
import { demoWeeks } from './demo-weeks.ts';

/** A lesson of the demo in wall time; `key` is stable, so its record id is. */
export type PlannedLesson = {
  key: string;
  instructor: DemoInstructor;
  learner: DemoLearner;
  date: string;
  startMinute: number;
  durationMinutes: number;
};

type Span = { from: number; to: number };
/** What is taken, by person and date, in minutes of that date. */
type Diary = Map<string, Span[]>;
type Plan = { today: string; diary: Diary; lessons: PlannedLesson[] };
type Wish = {
  instructor: DemoInstructor;
  learner: DemoLearner;
  date: string;
  startMinute: number;
  durationMinutes: number;
};

/** The days that the product shows off: Ravi's today and tomorrow, Mei's next lesson among them. Minutes of the local day. */
const shownDays: ReadonlyArray<
  readonly [learner: string, dayOffset: number, startMinute: number, durationMinutes: number]
> = [
  ['daniel', 0, 480, 60],
  ['khadijah', 0, 600, 90],
  ['arjun', 0, 840, 90],
  ['weijie', 0, 990, 60],
  ['daniel', 1, 480, 60],
  ['mei', 1, 600, 90],
  ['arjun', 1, 900, 90],
];

/** All lessons of the demo seen from `today` (`YYYY-MM-DD` in Singapore): the same day gives the same lessons. */
export function planLessons(today: string): PlannedLesson[] {
  const plan: Plan = { today, diary: new Map(), lessons: [] };
  for (const [learnerKey, dayOffset, startMinute, durationMinutes] of shownDays) {
    const learner = byKey(demoLearners, learnerKey);
    const instructor = byKey(demoInstructors, 'ravi');
    add(plan, { instructor, learner, date: addDays(today, dayOffset), startMinute, durationMinutes });
  }
  for (const learner of [...demoLearners, ...formerLearners]) {
    const chance = demoChance(`course:${learner.key}`);
    planCourse(plan, learner, chance);
    planComing(plan, learner, chance);
  }
  return plan.lessons;
}

/** Lessons taken, from the last one backwards. */
function planCourse(plan: Plan, learner: DemoLearner, chance: DemoChance): void {
  let date = addDays(plan.today, -Math.max(1, learner.endedDaysAgo));
  for (const [instructorKey, count] of [...learner.course].reverse()) {
    const instructor = byKey(demoInstructors, instructorKey);
    for (let index = 0; index < count; index++) {
      const wish = findTime(plan, { instructor, learner, date, step: -1 }, chance);
      add(plan, wish);
      date = addDays(wish.date, -chance.between(3, 7));
    }
  }
}

function planComing(plan: Plan, learner: DemoLearner, chance: DemoChance): void {
  const instructor = byKey(demoInstructors, learner.course.at(-1)?.[0] ?? 'pohchoo');
  const planned = shownDays.filter(([key]) => key === learner.key).length;
  let date = addDays(plan.today, chance.between(2, 3) + (planned > 0 ? 2 : 0));
  for (let index = planned; index < (learner.upcoming ?? 0); index++) {
    const wish = findTime(plan, { instructor, learner, date, step: 1 }, chance);
    add(plan, wish);
    date = addDays(wish.date, chance.between(4, 6));
  }
}

function add(plan: Plan, wish: Wish): void {
  const { instructor, learner, date, startMinute, durationMinutes } = wish;
  const span = { from: startMinute, to: startMinute + durationMinutes };
  for (const person of [instructor.key, learner.key]) {
    const key = `${person} ${date}`;
    plan.diary.set(key, [...(plan.diary.get(key) ?? []), span]);
  }
  plan.lessons.push({ key: `${learner.key} ${plan.lessons.length}`, ...wish });
}

type Search = { instructor: DemoInstructor; learner: DemoLearner; date: string; step: 1 | -1 };

/** The first free time from `date` on, day by day in the direction of `step`. */
function findTime(plan: Plan, search: Search, chance: DemoChance): Wish {
  const lengths = search.instructor.lessonMinutes ?? [60, 90, 90, 120];
  for (let date = search.date, tries = 0; tries < 40; tries++, date = addDays(date, search.step)) {
    const durationMinutes = chance.pick(lengths);
    const starts = unusualDays(search.instructor, plan.today).has(date)
      ? []
      : freeStarts(search, date, durationMinutes, plan.diary);
    if (starts.length === 0) continue;
    const { instructor, learner } = search;
    return { instructor, learner, date, startMinute: chance.pick(starts), durationMinutes };
  }
  throw new Error(`The demo has no time for ${search.learner.key} with ${search.instructor.key}.`);
}

function freeStarts({ instructor, learner }: Search, date: string, minutes: number, diary: Diary): number[] {
  if (!instructor.worksHolidays && firstHolidays.some((holiday) => holiday.date === date)) return [];
  const weekday = weekdayOf(date);
  const gap = instructor.gapMinutes ?? 15;
  const taken = [...(diary.get(`${instructor.key} ${date}`) ?? []), ...(diary.get(`${learner.key} ${date}`) ?? [])];
  const starts: number[] = [];
  for (const window of demoWeeks[instructor.week]) {
    if (window.weekday !== weekday) continue;
    for (let start = window.startMinute; start + minutes <= window.endMinute; start += 30) {
      if (taken.every(({ from, to }) => start >= to + gap || start + minutes + gap <= from)) starts.push(start);
    }
  }
  return starts;
}

function byKey<T extends { key: string }>(people: readonly T[], key: string): T {
  const person = people.find((candidate) => candidate.key === key);
  if (!person) throw new Error(`The demo has nobody called ${key}.`);
  return person;
}
