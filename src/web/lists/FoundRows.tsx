import type { ReactNode, RefObject } from 'react';
import { Navigate } from 'react-router';
import * as texts from '#texts/lists.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { type Column, DataTable } from './DataTable.tsx';
import type { useListQuery } from './use-list-query.ts';

type FoundRowsProps<Row> = {
  answer: { items: readonly Row[]; totalItems: number; totalPages: number };
  list: ReturnType<typeof useListQuery>;
  /** How many there are, in words, none included: `No student found`, `12 students`. */
  countOf: (count: number) => string;
  /** Said where a search finds none: `No student matches`. */
  noMatch: string;
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
export function FoundRows<Row>({ answer, list, heading, isLooking, isFiltered, ...table }: FoundRowsProps<Row>) {
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
        {isLooking ? texts.looking : table.countOf(totalItems)}
      </p>
      {totalItems === 0 && !isLooking && (
        <EmptyState
          title={table.noMatch}
          action={
            <Button
              variant="secondary"
              onClick={() => {
                clear();
                toHeading();
              }}
            >
              {texts.clearSearchAndFilters}
            </Button>
          }
        >
          <p>{texts.tryAShorterSearchOr}</p>
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
