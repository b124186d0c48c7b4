import { expect, test } from 'vitest';
import { changeWords, recordWords, searchedNames } from './audit-labels.ts';

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

test('an entry is about a record by its name or id, and a look at a list about several', () => {
  const entry = { action: 'view', collection: 'users', record: 'abc', recordName: 'Mei' } as const;
  expect(recordWords(entry)).toBe('account Mei');
  expect(recordWords({ ...entry, recordName: '' })).toBe('account abc');
  expect(recordWords({ ...entry, record: '', recordName: '' })).toBe('account, several in a list');
  expect(recordWords({ ...entry, action: 'update', collection: '_settings', record: '', recordName: '' })).toBe(
    'settings',
  );
});
