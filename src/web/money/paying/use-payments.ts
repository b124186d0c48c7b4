import { useQuery } from '@tanstack/react-query';
import { asAsked, type Payment, type PayOrder } from '../../platform/records/payment-record.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { decidingPayment, isOpen } from './deciding-payment.ts';

/** The payments of a lesson or a package; read again every few seconds while one of them is open, in case the live stream is cut. */
export function usePayments({ field, id }: Pick<PayOrder, 'field' | 'id'>) {
  return useQuery({
    queryKey: ['payments', id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      // Of what is charged together the first is the payment.
      const first = field === 'lessonSeries' ? " && chargedWith = ''" : '';
      const filter = backend.filter(`${field} = {:id}${first}`, { id });
      const page = await backend.collection('payments').getList<Payment>(1, 30, { filter, sort: '-created', signal });
      return page.items.map(asAsked);
    },
    refetchInterval: ({ state }) => (isOpen(decidingPayment(state.data ?? [])) ? 3000 : false),
  });
}
