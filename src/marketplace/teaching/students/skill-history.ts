import { percentOfLevel } from '#rules/lessons/skills.ts';
import type { SkillOverTime } from '#wire/students.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { skillProgress } from './skill-progress.ts';
import type { LessonRow } from './student.store.ts';

/** Each skill in the order of the syllabus with every level that was written down of it, earliest lesson first. */
export function skillHistory(lessons: readonly Pick<LessonRow, 'startMs' | 'log'>[]): SkillOverTime[] {
  const levels = new Map<string, Array<{ start: string; level: number; percent: number }>>();
  for (const { startMs, log } of [...lessons].reverse()) {
    for (const { skill, level } of log?.skills ?? []) {
      const logged = { start: isoInstant(startMs), level, percent: percentOfLevel(level) };
      levels.set(skill, [...(levels.get(skill) ?? []), logged]);
    }
  }
  const newest = [...levels].map(([skill, all]) => ({ skill, level: all.at(-1)?.level ?? 1 }));
  return skillProgress(newest).map((skill) => ({ ...skill, levels: levels.get(skill.skill) ?? [] }));
}
