import { expect, test } from 'vitest';
import { invoiceStatuses, monthText } from './billing-record.ts';

test('invoices are Paid, Pending or Overdue [198]', () => {
  expect(invoiceStatuses.map(({ label }) => label)).toEqual(['Paid', 'Pending', 'Overdue']);
});

test('a month is said by its name', () => {
  expect([monthText('2026-11'), monthText('2027-01')]).toEqual(['Nov 2026', 'Jan 2027']);
});
