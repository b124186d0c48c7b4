import { expect, test } from 'vitest';
import { changeWords, searchedNames } from './audit-labels.ts';

test('a change is told by the label of its field, else by its name as words, with money as money', () => {
  expect(changeWords({ field: 'checkerName', from: '', to: 'Serene Kwek' })).toBe('checked by: nothing → Serene Kwek');
  expect(changeWords({ field: 'worksHolidays', from: 'false', to: 'true' })).toBe('works holidays: no → yes');
  expect(changeWords({ field: 'hourlyCents', from: '6600', to: '7000' })).toBe('price an hour: S$66.00 → S$70.00');
  expect(changeWords({ field: 'keptCents', from: '', to: 'changed' })).toBe('kept: nothing → changed');
});

test('what is searched by the words of records and fields is searched by their names, too', () => {
  expect(searchedNames('weekly hours')).toBe(
    'weekly|weeklyhours|availability_rules hours|weeklyhours|availability_rules|availability_overrides|cancellationHours',
  );
  expect(searchedNames('plate')).toBe('plate|vehiclePlate');
  expect(searchedNames("instructor's paper").split(' ')[1]).toBe("paper|instructor'spaper|instructor_documents");
  expect(searchedNames('pick-up')).toContain('pickup_advice|pickup');
  expect(searchedNames('Deleted', { delete: 'Deleted', view: 'Looked at' })).toBe('Deleted|delete');
  expect(searchedNames('xyz|')).toBe('xyz');
  expect(searchedNames('')).toBe('');
});
