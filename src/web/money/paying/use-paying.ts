import { useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetPendingId, pendingId } from '../../platform/ground/pending-ids.ts';
import { asAsked, type Payment, type PayOrder } from '../../platform/records/payment-record.ts';
import { callMarketplace, loadBackend } from '../../platform/session/backend.ts';
import { refusalIn, refusedFields } from '../../platform/session/server-errors.ts';

export type WantedPayment = { method: 'card' | 'paynow' | 'credit'; cardNumber?: string };

/** The codes by which the server says that another tab was faster: the lesson is paid, or a payment is open. */
const overtaken = ['already_paid', 'payment_open'];

/** Whether another tab's payment decides; then the page reads it and goes on with it. */
export function isOvertaken(error: unknown): boolean {
  return refusedFields(error).some(({ code }) => overtaken.includes(code));
}

/**
 * Pays a held lesson, several that are held together, or a package. One id a payment until it is decided: a double tap, a repeat after a cut network and a reload between
 * them charge once.
 */
export function usePaying(order: PayOrder) {
  const queries = useQueryClient();
  const readAgain = useReadAgain(order);
  return useMutation({
    mutationFn: (wanted: WantedPayment) => pay(order, wanted),
    onSuccess: (payment) => {
      queries.setQueryData<Payment[]>(['payments', order.id], (known) => [
        payment,
        ...(known ?? []).filter(({ id }) => id !== payment.id),
      ]);
      return readAgain();
    },
    onError: readAgain,
  });
}

async function pay(order: PayOrder, wanted: WantedPayment): Promise<Payment> {
  try {
    return await sendPayment(order, wanted);
  } catch (error) {
    // An unanswered try with another card had this id. Under a new one the server still takes no second payment of the lesson.
    if (refusedFields(error).some(({ code }) => code === 'id_reused')) return sendPayment(order, wanted);
    throw error;
  }
}

async function sendPayment({ field, id }: PayOrder, wanted: WantedPayment): Promise<Payment> {
  // The card number is no part of what is kept in the browser.
  const request = `payment ${id} ${wanted.method}`;
  const backend = await loadBackend();
  try {
    const payment = await backend
      .collection('payments')
      .create<Payment>({ id: pendingId(request), [field]: id, ...wanted });
    if (payment.status !== 'processing') forgetPendingId(request);
    return asAsked(payment);
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal && refusal.status < 500) forgetPendingId(request);
    throw error;
  }
}

/** Gives up a payment that waits for the learner, so that another way to pay can be chosen. */
export function useClosingPayment(order: PayOrder) {
  const readAgain = useReadAgain(order);
  return useMutation({
    mutationFn: (payment: string) => callMarketplace('POST', `payments/${payment}/close`),
    // Refused means that the money has come or is coming: the page reads what is true and goes on from there.
    onSettled: readAgain,
  });
}

/** Says to have paid to the operator's own account. */
export function useDeclaring(order: PayOrder) {
  const readAgain = useReadAgain(order);
  return useMutation({
    mutationFn: (payment: string) => callMarketplace('POST', `payments/${payment}/declare`),
    onSettled: readAgain,
  });
}

/** Plays the bank's part for a sandbox payment: money arrives, or the extra step is confirmed. */
export function useSandboxBank(order: PayOrder) {
  const readAgain = useReadAgain(order);
  return useMutation({
    mutationFn: async (payment: string) => {
      const backend = await loadBackend();
      await backend.send('/api/sandbox/bank', { method: 'POST', body: { payment } });
    },
    onSettled: readAgain,
  });
}

/** Reads again what a payment may have changed. */
function useReadAgain({ field, id }: PayOrder) {
  const queries = useQueryClient();
  const ofOrder = { lesson: ['lesson', id], lessonSeries: ['lessons'], packagePurchase: ['packages'] }[field];
  return () =>
    Promise.all([['payments', id], ofOrder, ['balance']].map((queryKey) => queries.invalidateQueries({ queryKey })));
}
