import type { RecordListOptions, RecordService } from 'pocketbase';
import { isListFiltered, type ListQuery } from './list-query.ts';

/** A page of a list. `hasAny`: whether there would be something without the search and the filters. */
export type FoundPage<Row> = { items: Row[]; totalItems: number; totalPages: number; hasAny: boolean };

type ReadOptions = RecordListOptions & {
  perPage: number;
  /** The records client's filter of the whole list; everything that the caller may see unless given. */
  whole?: string;
};

/** Reads the page that a list's address asks for. Only where a search finds nothing is it asked whether the whole list has anything. */
export async function readList<Row>(
  records: RecordService,
  query: ListQuery,
  { perPage, whole, ...options }: ReadOptions,
): Promise<FoundPage<Row>> {
  const { items, totalItems, totalPages } = await records.getList<Row>(query.page, perPage, options);
  if (totalItems > 0 || !isListFiltered(query)) return { items, totalItems, totalPages, hasAny: totalItems > 0 };
  const { signal } = options;
  const filter = whole ? { filter: whole } : {};
  const any = await records.getList(1, 1, { ...filter, fields: 'id', skipTotal: true, ...(signal ? { signal } : {}) });
  return { items, totalItems, totalPages, hasAny: any.items.length > 0 };
}
