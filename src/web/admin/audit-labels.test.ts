import { expect, test } from 'vitest';
import { changeWords } from './audit-labels.ts';

test('a change is told by the label of its field, else by its name as words, with money as money', () => {
  expect(changeWords({ field: 'checkerName', from: '', to: 'Serene Kwek' })).toBe('checked by: nothing → Serene Kwek');
  expect(changeWords({ field: 'worksHolidays', from: 'false', to: 'true' })).toBe('works holidays: no → yes');
  expect(changeWords({ field: 'hourlyCents', from: '6600', to: '7000' })).toBe('price an hour: S$66.00 → S$70.00');
  expect(changeWords({ field: 'keptCents', from: '', to: 'changed' })).toBe('kept: nothing → changed');
});
