import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LedgerAnswer } from '#wire/ledger.ts';
import type { PayoutRetryAnswer, PayoutStatus } from '#wire/payouts.ts';
import type { ListQuery, ListSpec } from '../../../platform/lists/list-query.ts';
import { callMarketplace, loadBackend, readMarketplace } from '../../../platform/session/backend.ts';

/** A `payouts` record as admins see it. */
export type Payout = {
  id: string;
  instructor: string;
  amountCents: number;
  status: PayoutStatus;
  provider: string;
  date: string;
  failureCode: string;
  attempts: number;
  returnedAt: string;
  expand?: { instructor?: { name: string } };
};

/** What the address of the list of payouts may say. */
export const payoutsList = {
  sorts: ['-date', 'date', '-amountCents', 'amountCents', 'status', '-status'],
  filters: { status: ['planned', 'sent', 'by_hand', 'paid', 'failed'] },
} as const satisfies ListSpec;

// To the operator's own account nothing sends but a person.
const statusFilters: Readonly<Record<string, string>> = {
  planned: "status = 'planned'",
  sent: "status = 'sent' && provider != 'manual'",
  by_hand: "status = 'sent' && provider = 'manual'",
  paid: "status = 'paid'",
  failed: "status = 'failed'",
};

/** What the list shows a payout as: one of the filter's values. */
export function shownStatus({ status, provider }: Pick<Payout, 'status' | 'provider'>): string {
  return status === 'sent' && provider === 'manual' ? 'by_hand' : status;
}

const key = ['admin', 'payouts'] as const;

/** One page of everybody's payouts; what was there stays while the next answer is on its way. */
export function usePayouts({ q, sort, page, filters }: ListQuery) {
  return useQuery({
    queryKey: [...key, { q, sort, page, filters }],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const asked = statusFilters[filters.status ?? ''] ?? '';
      const parts = [q && '(instructor.name ~ {:q} || id = {:id})', asked].filter(Boolean);
      const filter = backend.filter(parts.join(' && '), { q: q.replaceAll('%', '\\%'), id: q });
      const wanted = { filter, sort: `${sort},id`, expand: 'instructor', signal };
      return backend.collection('payouts').getList<Payout>(page, 30, wanted);
    },
    placeholderData: (shown) => shown,
  });
}

/** Sends a failed payout again. */
export function useRetryingPayout() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (payout: string) => callMarketplace<PayoutRetryAnswer>('POST', `payouts/${payout}/retry`),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}

type LedgerQuestion = { account: string; lesson: string; transaction: string; page: number };

/** One page of the ledger's entries. */
export function useLedger(question: LedgerQuestion) {
  return useQuery({
    queryKey: ['admin', 'ledger', question],
    queryFn: ({ signal }) => readMarketplace<LedgerAnswer>('ledger', { ...question, perPage: 50 }, signal),
    placeholderData: (shown) => shown,
  });
}
