import { expect, test } from 'vitest';
import { formatMonth } from '../../../platform/ui/format-time.ts';
import { invoiceStatuses } from './billing-record.ts';

test('invoices are Paid, Pending or Overdue [198]', () => {
  expect(invoiceStatuses.map(({ label }) => label)).toEqual(['Paid', 'Pending', 'Overdue']);
});

test('a month is said by its name', () => {
  expect([formatMonth('2026-11'), formatMonth('2027-01')]).toEqual(['Nov 2026', 'Jan 2027']);
});
