import { useQuery } from '@tanstack/react-query';
import { loadBackend } from '../session/backend.ts';

/** The payment that paid for a lesson. */
export type LessonPayment = {
  id: string;
  method: 'card' | 'paynow' | 'credit' | 'cash';
  status: string;
  amountCents: number;
  refundedCents: number;
  succeededAt: string;
  created: string;
};

/** The payment that went through for a lesson, also when it was given back since; null without one. */
export function usePaidPayment(lessonId: string) {
  return useQuery({
    queryKey: ['payments', lessonId, 'paid'],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter(
        // Money that came on top of it, and went back, paid nothing: it names no bill.
        "lesson = {:lessonId} && (provider != 'manual' || billReference != '') && (status = 'succeeded' || status = 'refunded' || status = 'part_refunded')",
        { lessonId },
      );
      const page = await backend
        .collection('payments')
        .getList<LessonPayment>(1, 1, { filter, sort: '-created', signal });
      return page.items[0] ?? null;
    },
  });
}
