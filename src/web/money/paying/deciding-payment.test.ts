import { expect, test } from 'vitest';
import type { Payment, PaymentStatus } from '../../platform/records/payment-record.ts';
import { decidingPayment } from './deciding-payment.ts';

const payment = (status: PaymentStatus, created: string): Payment => ({
  id: `payment${created}`,
  lesson: 'lessonlesson001',
  method: 'card',
  status,
  amountCents: 6600,
  qrPayload: '',
  clientSecret: '',
  failureCode: '',
  expiresAt: '',
  created,
});

test('of several payments an open or settled one decides, else the newest', () => {
  expect(decidingPayment([])).toBeUndefined();
  expect(decidingPayment([payment('failed', '1'), payment('expired', '2')])?.created).toBe('2');
  expect(decidingPayment([payment('requires_action', '1'), payment('failed', '2')])?.created).toBe('1');
});
