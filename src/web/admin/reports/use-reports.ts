import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type PocketBase from 'pocketbase';
import type { ListQuery, ListSpec } from '../../lists/list-query.ts';
import { loadBackend } from '../../session/backend.ts';
import { downloadFile } from '../../session/download-file.ts';
import type { Report } from './report-record.ts';

/** What the address of the reports page may say; the sorts are the server's. */
export const reportsList = {
  sorts: ['-created', 'created', 'name', '-name', 'type', '-type', 'status', '-status', '-size', 'size'],
  filters: {
    type: ['analytics', 'financial', 'performance', 'security'],
    status: ['ready', 'processing', 'failed'],
  },
} as const satisfies ListSpec;

export type ReportsAnswer = {
  items: Report[];
  totalItems: number;
  totalPages: number;
  counts: { all: number; ready: number; processing: number; failed: number };
};

const key = ['admin', 'reports'] as const;

/** One page of reports and how many there are of each status. While one is being made, it is asked again every two seconds. */
export function useReports(query: ListQuery) {
  return useQuery({
    queryKey: [...key, query],
    queryFn: ({ signal }) => readReports(query, signal),
    placeholderData: (shown) => shown,
    refetchInterval: ({ state }) => ((state.data?.counts.processing ?? 0) > 0 ? 2000 : false),
  });
}

async function readReports({ q, sort, page, filters }: ListQuery, signal: AbortSignal): Promise<ReportsAnswer> {
  const backend = await loadBackend();
  const { type = '', status = '' } = filters;
  const parts = [q && '(name ~ {:q} || id ~ {:q})', type && 'type = {:type}', status && 'status = {:status}'];
  const filter = backend.filter(parts.filter(Boolean).join(' && '), { q: q.replaceAll('%', '\\%'), type, status });
  const [found, all, ready, processing, failed] = await Promise.all([
    backend.collection('reports').getList<Report>(page, 30, { filter, sort: `${sort},id`, signal }),
    countReports(backend, '', signal),
    countReports(backend, 'ready', signal),
    countReports(backend, 'processing', signal),
    countReports(backend, 'failed', signal),
  ]);
  const { items, totalItems, totalPages } = found;
  return { items, totalItems, totalPages, counts: { all, ready, processing, failed } };
}

async function countReports(backend: PocketBase, status: string, signal: AbortSignal): Promise<number> {
  const filter = status === '' ? '' : backend.filter('status = {:status}', { status });
  const { totalItems } = await backend.collection('reports').getList(1, 1, { filter, fields: 'id', signal });
  return totalItems;
}

export type NewReport = Pick<Report, 'name' | 'type' | 'from' | 'to'>;

/** Asks for reports, makes failed ones again and deletes them; the page is read again after each. */
export function useChangeReports() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: key });
  const ask = useMutation({
    mutationFn: async (report: NewReport) => {
      const backend = await loadBackend();
      await backend.collection('reports').create(report);
    },
    onSettled,
  });
  const retry = useMutation({
    mutationFn: async ({ id }: Report) => {
      const backend = await loadBackend();
      await backend.send(`/api/marketplace/reports/${id}/retry`, { method: 'POST' });
    },
    onSettled,
  });
  const remove = useMutation({
    mutationFn: async ({ id }: Report) => {
      const backend = await loadBackend();
      await backend.collection('reports').delete(id);
    },
    onSettled,
  });
  return { ask, retry, remove };
}

/** Saves the file of a ready report; it is private, so each download gets a token of its own. */
export async function downloadReport({ id, file, type, from, to }: Report): Promise<void> {
  const backend = await loadBackend();
  const token = await backend.files.getToken();
  await downloadFile(`/api/files/reports/${id}/${file}?token=${token}`, `kerbside-${type}-${from}-to-${to}.csv`);
}
