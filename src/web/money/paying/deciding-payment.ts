import type { Payment } from '../../platform/records/payment-record.ts';

/** The payment that decides how an order stands: one that is open or went through, else the newest. Credit that paid a part decides nothing. */
export function decidingPayment(payments: readonly Payment[]): Payment | undefined {
  const others = payments.filter(({ method }) => method !== 'credit');
  const newestFirst = others.sort((one, other) => other.created.localeCompare(one.created));
  const rank = (payment: Payment) => (isOpen(payment) ? 0 : 1);
  return newestFirst.sort((one, other) => rank(one) - rank(other))[0];
}

/** Whether a payment still waits for something: the person, the bank, or the lesson that follows from it. */
export function isOpen(payment: Payment | undefined): boolean {
  return payment !== undefined && ['requires_action', 'processing', 'succeeded'].includes(payment.status);
}
