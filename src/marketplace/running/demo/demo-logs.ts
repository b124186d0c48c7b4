import { skillsOfClass } from '#rules/lessons/skills.ts';
import type { DemoRow } from './demo.store.ts';
import { demoChance, demoId } from './demo-chance.ts';
import { isoOf } from './demo-dates.ts';
import { type DemoLesson, isTaught } from './demo-lessons.ts';
import { instructorUserId, learnerId } from './demo-people.ts';

const notes = [
  'Good eyes at the junctions. Slow down a little earlier before the yellow box.',
  'Steering is calm now. Next time we look at the blind spot before every lane change.',
  'Parking took three tries and then one. Keep the speed of the last one.',
  'Watch the following distance when it rains.',
  '',
  'Ready for a route at the test centre.',
  'Mirrors first, signal second, every time.',
  '',
];

const skillsALesson = 4;

/** What was practised in the lessons that are over: each learner goes through the syllabus and comes back to it, a level higher. */
export function logRows(lessons: readonly DemoLesson[]): DemoRow[] {
  const taken = new Map<string, number>();
  const levels = new Map<string, number>();
  const done = lessons.filter(isTaught);
  return done.map((lesson) => {
    const { learner, instructor, key } = lesson.plan;
    const id = learnerId(learner);
    const turn = taken.get(id) ?? 0;
    taken.set(id, turn + 1);
    const syllabus = skillsOfClass('3A').filter(({ group }) => group !== 'Test day');
    const practised = Array.from({ length: skillsALesson }, (_, at) => {
      // Two of the four are new, two were begun in the lesson before.
      const { id: skill = '' } = syllabus[(turn * 2 + at) % syllabus.length] ?? {};
      const level = Math.min((levels.get(`${id} ${skill}`) ?? 0) + 1 + (at === 0 ? 1 : 0), 5);
      levels.set(`${id} ${skill}`, level);
      return { skill, level };
    });
    return {
      id: demoId('log', key),
      lesson: lesson.id,
      skills: practised,
      notes: demoChance(`log:${key}`).pick(notes),
      created: isoOf(lesson.endMs),
      updated: isoOf(lesson.endMs),
      _author: instructorUserId(instructor),
    };
  });
}
