import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { type Column, DataTable } from '../../platform/lists/DataTable.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { Pagination } from '../../platform/ui/Pagination.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';

type EntriesRead = { items: readonly { id: string }[]; totalItems: number; totalPages: number };
type RowOf<Answer extends EntriesRead> = Answer['items'][number];

type PagedEntriesProps<Answer extends EntriesRead> = {
  title: string;
  /** What stands between the title and the entries. */
  lead: ReactNode;
  read: UseQueryResult<Answer>;
  what: string;
  notLoaded: string;
  empty: string;
  /** What is said of all of them, above the page. */
  sum: (answer: Answer) => ReactNode;
  columns: readonly Column<RowOf<Answer>>[];
  page: number;
  /** The parameters of the address besides the page. */
  question: Record<string, string>;
};

/** Entries of the ledger, a page at a time. */
export function PagedEntries<Answer extends EntriesRead>(props: PagedEntriesProps<Answer>) {
  const { title, lead, read, what, notLoaded, empty, sum, columns, page, question } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = read;
  return (
    <section aria-labelledby="entries">
      <h2 id="entries" ref={heading} tabIndex={-1} className="mb-2 text-heading outline-none">
        {title}
      </h2>
      {lead}
      <WhenRead read={read} what={what} notLoaded={notLoaded}>
        {data && (
          <>
            <p role="status" className="figures mb-4 text-soft">
              {sum(data)}
            </p>
            {data.totalItems === 0 && <EmptyState title={empty} />}
            {data.totalItems > 0 && (
              <DataTable
                caption={title}
                columns={columns}
                rows={data.items}
                keyOf={({ id }) => id}
                sort=""
                onSort={() => undefined}
              />
            )}
            <Pagination
              page={page}
              totalPages={data.totalPages}
              searchOf={(turned) => `?${new URLSearchParams({ ...question, page: String(turned) })}`}
              onTurn={() => heading.current?.focus()}
            />
          </>
        )}
      </WhenRead>
    </section>
  );
}

/** What an address of entries asks for: its parameters by name, empty where one is not said, and its page. */
export function useEntriesAddress() {
  const [params] = useSearchParams();
  const said = (name: string) => params.get(name)?.trim() ?? '';
  return { said, page: /^[1-9]\d{0,5}$/.test(said('page')) ? Number(said('page')) : 1 };
}
