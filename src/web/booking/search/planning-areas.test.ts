import { expect, test } from 'vitest';
import { planningAreas as areasOfRules } from '#rules/places/planning-areas.ts';
import { planningAreas } from './planning-areas.ts';

test('the map has an outline of every planning area, and of nothing else', () => {
  const names = (areas: readonly { name: string }[]) => areas.map(({ name }) => name).sort();
  expect(names(planningAreas)).toEqual(names(areasOfRules));
});
