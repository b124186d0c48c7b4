import { expect, test } from 'vitest';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import { savedColumns } from './saved-columns.tsx';

test('the list of saved instructors says "From" where evenings or weekends cost more', () => {
  const price = savedColumns(() => {}).find(({ name }) => name === 'Price an hour');
  const shown = (eveningSurchargePercent: number, weekendSurchargePercent: number) =>
    price?.cell({
      id: 'saved',
      instructor: 'one',
      created: '2026-11-21',
      expand: { instructor: { hourlyCents: 6600, eveningSurchargePercent, weekendSurchargePercent } as Instructor },
    });
  expect([shown(0, 0), shown(0, 5), shown(10, 0)]).toEqual(['S$66.00', 'From S$66.00', 'From S$66.00']);
});
