import { expect, test } from 'vitest';
import { findSkill, skillLevels, skills, skillsOf } from './skills.ts';

test('Class 3 has thirty skills and Class 3A all of them but gears and clutch', () => {
  expect(new Set(skills.map(({ code }) => code)).size).toBe(30);
  expect(skillsOf('3')).toHaveLength(30);
  expect(skillsOf('3A')).toHaveLength(29);
  expect(skillsOf('3A')).not.toContain(findSkill('gear_clutch'));
});

test('five levels go from 20 to 100 percent', () => {
  expect(skillLevels.map(({ percent }) => percent)).toEqual([20, 40, 60, 80, 100]);
});
