import { expect, test } from 'vitest';
import { percentOfLevel, skillLevels, skills, skillsOfClass } from './skills.ts';

test('thirty skills with ids of their own, one fewer for class 3A', () => {
  expect(new Set(skills.map(({ id }) => id)).size).toBe(30);
  expect(skillsOfClass('3')).toHaveLength(30);
  expect(skillsOfClass('3A').map(({ id }) => id)).not.toContain('gears');
  expect(skillsOfClass('3A')).toHaveLength(29);
});

test('five levels are 20 to 100 percent', () => {
  expect(skillLevels.map((_, index) => percentOfLevel(index + 1))).toEqual([20, 40, 60, 80, 100]);
});
