import { Link } from 'react-router';
import * as texts from '#texts/ui.ts';

type PaginationProps = {
  page: number;
  totalPages: number;
  /** The query part of the address of a page. */
  searchOf: (page: number) => string;
  /** The id of the list's heading, for who turns the page before scripts run: the browser itself then leads there. */
  hash?: string;
  /** Called when a page is chosen: the moment to bring the focus to the start of the list. */
  onTurn?: () => void;
};

/** The way between the pages of a list; nothing when there is only one. The page itself stays where it is in the address. */
export function Pagination({ page, totalPages, searchOf, hash = '', onTurn }: PaginationProps) {
  if (totalPages <= 1) return null;
  const turn = (to: number) => ({ to: { search: searchOf(to), hash }, preventScrollReset: true, onClick: onTurn });
  return (
    <nav
      aria-label={texts.pages}
      className="mt-5 grid grid-cols-[1fr_auto_1fr] items-center gap-3 max-sm:grid-cols-2 print:hidden"
    >
      <div className="max-sm:order-1">
        {page > 1 && (
          <Link {...turn(page - 1)} rel="prev" className="btn btn-secondary max-sm:w-full">
            {texts.previousPage}
          </Link>
        )}
      </div>
      <p className="figures text-center text-soft max-sm:col-span-2">
        {texts.pagePageOfTotalPages({ page, totalPages })}
      </p>
      <div className="text-right max-sm:order-2">
        {page < totalPages && (
          <Link {...turn(page + 1)} rel="next" className="btn btn-secondary max-sm:w-full">
            {texts.nextPage}
          </Link>
        )}
      </div>
    </nav>
  );
}
