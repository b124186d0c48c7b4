import { useMutation, useQueryClient } from '@tanstack/react-query';
import { loadBackend } from '../session/backend.ts';
import { refusalIn, refusedFields } from '../session/server-errors.ts';
import type { Payment } from './payment-record.ts';
import { forgetPendingId, pendingId } from './pending-ids.ts';

export type WantedPayment = { lesson: string; method: 'card' | 'paynow' | 'credit'; cardNumber?: string };

/** The codes by which the server says that another tab was faster: the lesson is paid, or a payment is open. */
const overtaken = ['already_paid', 'payment_open'];

/** Whether another tab's payment decides; then the page reads it and goes on with it. */
export function isOvertaken(error: unknown): boolean {
  return refusedFields(error).some(({ code }) => overtaken.includes(code));
}

/**
 * Pays a held lesson. One id a payment until it is decided: a double tap, a repeat after a cut network and a reload between
 * them charge once.
 */
export function usePaying(lessonId: string) {
  const queries = useQueryClient();
  const readAgain = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['payments', lessonId] }),
      queries.invalidateQueries({ queryKey: ['lesson', lessonId] }),
      queries.invalidateQueries({ queryKey: ['balance'] }),
    ]);
  return useMutation({
    mutationFn: pay,
    onSuccess: (payment) => {
      queries.setQueryData<Payment[]>(['payments', lessonId], (known) => [
        payment,
        ...(known ?? []).filter(({ id }) => id !== payment.id),
      ]);
      return readAgain();
    },
    onError: readAgain,
  });
}

async function pay(wanted: WantedPayment): Promise<Payment> {
  try {
    return await sendPayment(wanted);
  } catch (error) {
    // An unanswered try with another card had this id. Under a new one the server still takes no second payment of the lesson.
    if (refusedFields(error).some(({ code }) => code === 'id_reused')) return sendPayment(wanted);
    throw error;
  }
}

async function sendPayment(wanted: WantedPayment): Promise<Payment> {
  // The card number is no part of what is kept in the browser.
  const request = `payment ${wanted.lesson} ${wanted.method}`;
  const backend = await loadBackend();
  try {
    const payment = await backend.collection('payments').create<Payment>({ id: pendingId(request), ...wanted });
    if (payment.status !== 'processing') forgetPendingId(request);
    return payment;
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal && refusal.status < 500) forgetPendingId(request);
    throw error;
  }
}

/** Gives up a payment that waits for the learner, so that another way to pay can be chosen. */
export function useClosingPayment(lessonId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (payment: string) => {
      const backend = await loadBackend();
      await backend.send(`/api/marketplace/payments/${payment}/close`, { method: 'POST' });
    },
    // Refused means that the money has come or is coming: the page reads what is true and goes on from there.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['payments', lessonId] }),
        queries.invalidateQueries({ queryKey: ['lesson', lessonId] }),
      ]),
  });
}

/** Plays the bank's part for a sandbox payment: money arrives, or the extra step is confirmed. */
export function useSandboxBank(lessonId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (payment: string) => {
      const backend = await loadBackend();
      await backend.send('/api/sandbox/bank', { method: 'POST', body: { payment } });
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['payments', lessonId] }),
        queries.invalidateQueries({ queryKey: ['lesson', lessonId] }),
      ]),
  });
}
