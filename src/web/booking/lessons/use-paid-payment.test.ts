import { expect, test } from 'vitest';
import { askAgainMs, hasReceipt, type LessonPayment, paidTowards } from './use-paid-payment.ts';

const payment = (id: string, more: Partial<LessonPayment>): LessonPayment => ({
  ...{ id, method: 'card', status: 'succeeded', amountCents: 6600, refundedCents: 0, succeededAt: '', created: '' },
  ...more,
});
const idsOf = (payments: readonly LessonPayment[]) => payments.map(({ id }) => id);

test('credit and a card pay a price together: the receipt is the card’s, and both are named', () => {
  const credit = payment('credit', { method: 'credit', amountCents: 3465 });
  const card = payment('card', { amountCents: 3135, status: 'part_refunded', refundedCents: 3135 });
  expect(idsOf(paidTowards([credit, card], 6600))).toEqual(['credit', 'card']);
  expect([credit, card].filter(hasReceipt)).toEqual([card]);
});

test('money that came on top of the price and went back paid nothing of it', () => {
  const late = payment('late', { status: 'refunded', refundedCents: 6600 });
  expect(idsOf(paidTowards([payment('first', {}), late], 6600))).toEqual(['first']);
  const cancelled = payment('first', { status: 'refunded', refundedCents: 6600 });
  expect(idsOf(paidTowards([cancelled], 6600))).toEqual(['first']);
});

test('refunds are asked for until one is there, and no longer than two minutes', () => {
  expect(askAgainMs(0, 1)).toBe(5000);
  expect(askAgainMs(1, 1)).toBe(false);
  expect(askAgainMs(0, 24)).toBe(false);
});
