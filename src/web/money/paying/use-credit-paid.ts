import type { PayOrder } from '../../platform/records/payment-record.ts';
import { usePayments } from './use-payments.ts';

/** What credit paid of an order and was not given back, in cents. */
export function useCreditPaid(order: Pick<PayOrder, 'field' | 'id'>): number {
  const { data } = usePayments(order);
  return (data ?? []).reduce(
    (sum, { method, status, amountCents }) => (method === 'credit' && status === 'succeeded' ? sum + amountCents : sum),
    0,
  );
}
