import { percentOfLevel, skills } from '#rules/lessons/skills.ts';
import type { SkillProgress } from '#wire/dashboard.ts';

/** Logged levels in the order of the syllabus; what an instructor named in words of his own comes after it. */
export function skillProgress(levels: ReadonlyArray<{ skill: string; level: number }>): SkillProgress[] {
  const place = new Map(skills.map(({ id }, index) => [id, index]));
  const placeOf = ({ skill }: { skill: string }) => place.get(skill) ?? skills.length;
  return [...levels]
    .sort((one, other) => placeOf(one) - placeOf(other) || (one.skill < other.skill ? -1 : 1))
    .map(({ skill, level }) => {
      const known = skills.find(({ id }) => id === skill);
      const { name, group } = known ?? { name: skill, group: 'Other' };
      return { skill, name, group, level, percent: percentOfLevel(level) };
    });
}
