import { useQuery } from '@tanstack/react-query';
import { loadBackend } from '../../platform/session/backend.ts';

/** A payment that paid for a lesson, or for a part of it. */
export type LessonPayment = {
  id: string;
  method: 'card' | 'paynow' | 'credit' | 'cash';
  /** Of the card that paid; empty where it is not known. */
  cardLast4?: string;
  status: string;
  amountCents: number;
  refundedCents: number;
  /** The payment it was charged with, or what was charged with this one: several lessons were paid at once. */
  chargedWith?: string;
  chargedCents?: number;
  /** The package whose minutes paid; their method is credit. */
  drawnFrom?: string;
  succeededAt: string;
  created: string;
  /** The number of its receipt, given some seconds after the payment. */
  receipt?: string;
};

/** Whether money came in, so that there is a receipt of it. Credit is none. */
export function hasReceipt({ method, amountCents }: LessonPayment): boolean {
  return method !== 'credit' && amountCents > 0;
}

/** Those of the payments that paid the price: what came on top of it was sent back. */
export function paidTowards(payments: readonly LessonPayment[], priceCents: number): readonly LessonPayment[] {
  if (payments.reduce((sum, { amountCents }) => sum + amountCents, 0) <= priceCents) return payments;
  const kept = payments.filter(({ status }) => status !== 'refunded');
  return kept.length > 0 ? kept : payments.slice(-1);
}

/** The payments that went through for a lesson, the first one first, also when they were given back since. */
export function usePaidPayments(lessonId: string) {
  return useQuery({
    queryKey: ['payments', lessonId, 'paid'],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter(
        // Money that came on top of it, and went back, paid nothing: it names no bill.
        "lesson = {:lessonId} && (provider != 'manual' || billReference != '' || chargedWith != '') && (status = 'succeeded' || status = 'refunded' || status = 'part_refunded')",
        { lessonId },
      );
      const page = await backend
        .collection('payments')
        .getList<LessonPayment>(1, 20, { filter, sort: 'created', signal });
      return page.items;
    },
    refetchInterval: ({ state: { data = [] } }) =>
      data.some((payment) => hasReceipt(payment) && !payment.receipt) ? 5000 : false,
  });
}

/** After how long refunds are asked for again: some seconds while none is there, for two minutes, as some money never has one. */
export function askAgainMs(refunds: number, times: number): number | false {
  return refunds === 0 && times < 24 ? 5000 : false;
}

/** A refund that was never sent anywhere became credit. */
type GoneBack = { amountCents: number; sentAt: string };

/**
 * How many cents of a lesson's PayNow could not go back there and became credit (rule 22), of what a cancellation or a missed lesson gave back; 0 until
 * that is known, some seconds later.
 */
export function usePayNowToCredit(lessonId: string, refundCents: number): number {
  const { data: payments = [] } = usePaidPayments(lessonId);
  const { data: refunds = [] } = useQuery({
    queryKey: ['payments', lessonId, 'refunds'],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter("payment.lesson = {:lessonId} && payment.method = 'paynow'", { lessonId });
      return (await backend.collection('refunds').getList<GoneBack>(1, 50, { filter, signal })).items;
    },
    enabled: refundCents > 0 && payments.some(({ method }) => method === 'paynow'),
    refetchInterval: ({ state: { data = [], dataUpdateCount, errorUpdateCount } }) =>
      askAgainMs(data.length, dataUpdateCount + errorUpdateCount),
  });
  const creditCents = refunds.reduce((sum, { amountCents, sentAt }) => (sentAt === '' ? sum + amountCents : sum), 0);
  return Math.min(refundCents, creditCents);
}
