import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  BankDebitsAnswer,
  BankDecisionAnswer,
  BankImportAnswer,
  BankPreviewAnswer,
  CandidatesAnswer,
  DebitDecisionAnswer,
  DeclaredAnswer,
  ToSend,
  ToSendAnswer,
  ToSendCountAnswer,
} from '#wire/bank.ts';
import type { SentByHandAnswer } from '#wire/payouts.ts';
import { callMarketplace, loadBackend, readMarketplace } from '../../../platform/session/backend.ts';
import type { BankLine } from './bank-record.ts';

const key = ['admin', 'bank'] as const;
const most = 200;

/** Does something to the bank's lines or to what is to be sent, and reads all of it again. */
function useBankDeed<Order, Answer>(deed: (order: Order) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: deed, onSettled: () => queries.invalidateQueries({ queryKey: key }) });
}

/** A bank's statement, the lines that are other payments than those they look like, whether the export leaves lines out, and whether the bank was changed. */
export type Statement = {
  csv: string;
  anew: Array<number | string>;
  isPartial: boolean;
  isNewAccount: boolean;
  isSameAccount: boolean;
};

/** What a statement would do; nothing while there is none. */
export function usePreview(statement: Statement) {
  return useQuery({
    queryKey: [...key, 'preview', statement],
    queryFn: () => callMarketplace<BankPreviewAnswer>('POST', 'bank/preview', { body: statement }),
    enabled: statement.csv !== '',
    placeholderData: (before, query) =>
      (query?.queryKey.at(-1) as Statement | undefined)?.csv === statement.csv ? before : undefined,
  });
}

/** Writes a statement down. */
export const useImporting = () =>
  useBankDeed((statement: Statement) => callMarketplace<BankImportAnswer>('POST', 'bank/import', { body: statement }));

/** Lines that nobody decided about, and those that are to go back; each with the earlier line that it is like. */
export function useWaitingLines() {
  return useQuery({
    queryKey: [...key, 'lines'],
    queryFn: async ({ signal }) => {
      const wanted = { filter: `status = 'open' || status = 'returning'`, sort: 'status,date,id', signal };
      const lines = (await loadBackend()).collection('bank_lines');
      const { items } = await lines.getList<BankLine>(1, most, wanted);
      const ids = items.flatMap(({ likeLine }) => (likeLine === '' ? [] : [likeLine]));
      const filter = ids.map((id) => `id = '${id}'`).join(' || ');
      const earlier = ids.length === 0 ? [] : (await lines.getList<BankLine>(1, most, { filter, signal })).items;
      const byId = new Map(earlier.map((line) => [line.id, line]));
      return items.map((line) => ({ ...line, earlier: byId.get(line.likeLine) }));
    },
  });
}

/** Payments that a line may be for, and what was sent of its amount. */
export function useCandidates(line: string, q: string) {
  return useQuery({
    queryKey: [...key, 'candidates', line, q],
    queryFn: ({ signal }) => readMarketplace<CandidatesAnswer>(`bank/lines/${line}/candidates`, { q }, signal),
  });
}

export type Decision = {
  line: string;
  decision: 'match' | 'return' | 'keep' | 'returned' | 'other' | 'same' | 'came_back';
  payment?: string;
  reference?: string;
  feeCents?: number;
};

/** Decides what a line's money is for. */
export const useDeciding = () =>
  useBankDeed(({ line, ...body }: Decision) =>
    callMarketplace<BankDecisionAnswer>('POST', `bank/lines/${line}`, { body }),
  );

/** Lines that went out and contradict what was noted as sent, or that nobody knows, and what is missing in the statement. */
export function useDebits() {
  return useQuery({
    queryKey: [...key, 'debits'],
    queryFn: ({ signal }) => readMarketplace<BankDebitsAnswer>('bank/debits', {}, signal),
  });
}

export type DebitDecision = { debit: string; decision: 'recall' | 'other'; line?: string };

/** Decides what a line that went out was. */
export const useDecidingDebit = () =>
  useBankDeed(({ debit, ...body }: DebitDecision) =>
    callMarketplace<DebitDecisionAnswer>('POST', `bank/debits/${debit}`, { body }),
  );

/** Payments whose learners say to have paid. */
export function useDeclared() {
  return useQuery({
    queryKey: [...key, 'declared'],
    queryFn: ({ signal }) => readMarketplace<DeclaredAnswer>('bank/declared', {}, signal).then(({ items }) => items),
  });
}

/** Refunds and payouts that a person has to send: all of the operator's own account, and what a provider refused. */
export function useToSend() {
  return useQuery({
    queryKey: [...key, 'to-send'],
    queryFn: ({ signal }) => readMarketplace<ToSendAnswer>('bank/to-send', {}, signal).then(({ items }) => items),
  });
}

/** How many of them there are. */
export function useToSendCount() {
  return useQuery({
    queryKey: [...key, 'to-send-count'],
    queryFn: ({ signal }) =>
      readMarketplace<ToSendCountAnswer>('bank/to-send/count', {}, signal).then(({ count }) => count),
  });
}

export type SentMoney = Pick<ToSend, 'of' | 'id'> & { reference: string; wasSent?: boolean };

/** Says that a refund or a payout was sent, by the bank's reference; `wasSent`: before a lesson of it came into dispute. */
export const useNotingSent = () =>
  useBankDeed(({ of, id, ...body }: SentMoney) =>
    callMarketplace<SentByHandAnswer>('POST', `${of}/${id}/sent`, { body }),
  );
