import type { ReactNode, RefObject } from 'react';
import { Navigate } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { type Column, DataTable } from './DataTable.tsx';
import type { useListQuery } from './use-list-query.ts';

type FoundRowsProps<Row> = {
  answer: { items: readonly Row[]; totalItems: number; totalPages: number };
  list: ReturnType<typeof useListQuery>;
  /** What the rows are, such as `['user', 'users']`. */
  words: readonly [one: string, many: string];
  caption: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** Takes the focus when a page is turned or the search is cleared. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** The next answer is on its way; what is shown is the last one. */
  isLooking: boolean;
  isFiltered: boolean;
  /** Shown when there is nothing at all, whatever is searched for. */
  empty: ReactNode;
};

/** What a list found: how many, the table, the pages; or why there is nothing, and what to do about it. */
export function FoundRows<Row>({ answer, list, heading, isLooking, isFiltered, words, ...table }: FoundRowsProps<Row>) {
  const { query, change, clear, searchOf } = list;
  const { items, totalItems, totalPages } = answer;
  const toHeading = () => heading.current?.focus();
  if (!isLooking && totalItems > 0 && items.length === 0) {
    return <Navigate to={{ search: searchOf(totalPages) }} replace />;
  }
  if (totalItems === 0 && !isFiltered && !isLooking) return table.empty;
  return (
    <>
      <p role="status" className="figures mb-3 min-h-6 text-soft print:hidden">
        {isLooking ? 'Looking …' : countText(totalItems, words)}
      </p>
      {totalItems === 0 && !isLooking && (
        <EmptyState
          title={`No ${words[0]} matches`}
          action={
            <Button
              variant="secondary"
              onClick={() => {
                clear();
                toHeading();
              }}
            >
              Clear search and filters
            </Button>
          }
        >
          <p>Try a shorter search or fewer filters.</p>
        </EmptyState>
      )}
      {totalItems > 0 && (
        <div aria-busy={isLooking} className={classNames(isLooking && 'opacity-60')}>
          <DataTable
            caption={table.caption}
            columns={table.columns}
            rows={items}
            keyOf={table.keyOf}
            sort={query.sort}
            onSort={(sort) => change({ sort })}
          />
          <Pagination page={query.page} totalPages={totalPages} searchOf={searchOf} onTurn={toHeading} />
        </div>
      )}
    </>
  );
}

function countText(count: number, [one, many]: readonly [string, string]): string {
  if (count === 0) return `No ${one} found`;
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}
