import { expect, test } from 'vitest';
import { neighbouringAreas } from './neighbouring-areas.ts';

test('the areas around one are those whose middles are nearest', () => {
  expect(neighbouringAreas('bedok', 3)).toEqual([
    { name: 'Tampines', km: 3.6 },
    { name: 'Geylang', km: 4.2 },
    { name: 'Marine Parade', km: 4.4 },
  ]);
  expect(neighbouringAreas('Woodlands').map(({ name }) => name)).not.toContain('Woodlands');
});

test('a place that is no planning area has no neighbours', () => {
  expect(neighbouringAreas('Batam')).toEqual([]);
});
