import type { ReactNode, RefObject } from 'react';
import { Navigate } from 'react-router';
import * as texts from '#texts/lists.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { isListFiltered } from './list-query.ts';
import type { useListQuery } from './use-list-query.ts';

export type FoundListProps<Row> = {
  /** `hasAny` is false where there is nothing, whatever is searched for; a list that does not know may leave it out. */
  answer: { items: readonly Row[]; totalItems: number; totalPages: number; hasAny?: boolean };
  list: ReturnType<typeof useListQuery>;
  /** How many there are, in words, none included: `No student found`, `12 students`. */
  countOf: (count: number) => string;
  /** What acts on the whole list, beside the count. */
  action?: ReactNode;
  /** Said where a search finds none: `No student matches`. */
  noMatch: string;
  /** Takes the focus when a page is turned or the search is cleared. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** The next answer is on its way; what is shown is the last one. */
  isLooking: boolean;
  /** Shown when there is nothing at all, whatever is searched for. */
  empty: ReactNode;
};

/** What a list found: how many, the rows as `children` show them, the pages; or why there is nothing, and what to do about it. */
export function FoundList<Row>({
  list,
  heading,
  isLooking,
  children,
  ...found
}: FoundListProps<Row> & { children: ReactNode }) {
  const { query, clear, searchOf } = list;
  const { items, totalItems, totalPages, hasAny } = found.answer;
  const toHeading = () => heading.current?.focus();
  if (!isLooking && totalItems > 0 && items.length === 0) {
    return <Navigate to={{ search: searchOf(totalPages) }} replace />;
  }
  const isAll = hasAny === false || !isListFiltered(query);
  if (totalItems === 0 && isAll && !isLooking) return found.empty;
  return (
    <>
      <div
        className={classNames(
          'mb-3 flex flex-wrap items-center justify-between gap-x-3 print:hidden',
          found.action ? 'min-h-11' : 'min-h-6',
        )}
      >
        <p role="status" className="figures text-soft">
          {isLooking ? texts.looking : found.countOf(totalItems)}
        </p>
        {found.action}
      </div>
      {totalItems === 0 && !isLooking && (
        <EmptyState
          title={found.noMatch}
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
          <p>{texts.tryAShorterSearch}</p>
        </EmptyState>
      )}
      {totalItems > 0 && (
        <div aria-busy={isLooking} className={classNames(isLooking && 'opacity-60')}>
          {children}
          <Pagination page={query.page} totalPages={totalPages} searchOf={searchOf} onTurn={toHeading} />
        </div>
      )}
    </>
  );
}
