import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type PocketBase from 'pocketbase';
import type { ListQuery, ListSpec } from '../../../platform/lists/list-query.ts';
import { callMarketplace, loadBackend } from '../../../platform/session/backend.ts';
import { downloadFile } from '../../../platform/session/download-file.ts';
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
    refetchInterval: ({ state }) => (state.data && isAnyBeingMade(state.data) ? 2000 : false),
  });
}

/** The rows and the numbers are read apart: what one of them still shows as being made may be ready in the other. */
function isAnyBeingMade({ items, counts }: ReportsAnswer): boolean {
  return counts.processing > 0 || items.some(({ status }) => status === 'processing');
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

export type NewReport = Pick<Report, 'name' | 'type' | 'format' | 'from' | 'to'>;

/** A report that is made by itself every day, week or month. */
export type Schedule = {
  id: string;
  name: string;
  type: string;
  format: string;
  every: string;
  paused: boolean;
  dueAt: string;
  authorName: string;
};

const schedulesKey = [...key, 'schedules'] as const;

/** Every report that is made by itself, the next first. */
export function useSchedules() {
  return useQuery({
    queryKey: schedulesKey,
    queryFn: async ({ signal }) =>
      (
        await (
          await loadBackend()
        )
          .collection('report_schedules')
          .getList<Schedule>(1, 100, { sort: 'dueAt,id', signal })
      ).items,
  });
}

/** Adds a schedule, lets it rest or go on, and (`body: null`) deletes it. */
export function useChangeSchedules() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, body }: { id?: string; body: object | null }) => {
      const records = (await loadBackend()).collection('report_schedules');
      if (body === null) await records.delete(id ?? '');
      else await (id ? records.update(id, body) : records.create(body));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: schedulesKey }),
  });
}

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
    mutationFn: ({ id }: Report) => callMarketplace('POST', `reports/${id}/retry`),
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
export async function downloadReport({ id, file, type, format, from, to }: Report): Promise<void> {
  const backend = await loadBackend();
  const token = await backend.files.getToken();
  await downloadFile(`/api/files/reports/${id}/${file}?token=${token}`, `kerbside-${type}-${from}-to-${to}.${format}`);
}
