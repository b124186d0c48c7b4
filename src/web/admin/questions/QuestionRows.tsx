import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#texts/questions.ts';
import { type Column, DataTable } from '../../lists/DataTable.tsx';
import { readMarketplace } from '../../session/backend.ts';
import { Button } from '../../ui/Button.tsx';
import { WhenRead } from '../../ui/WhenRead.tsx';

/** A row of `/api/marketplace/analytics/rows`. */
export type FigureRow = {
  id: string;
  name: string;
  detail: string;
  by: string;
  isLate: boolean | null;
  at: string | null;
  amount: number | null;
  of: number | null;
};

type QuestionRowsProps = {
  figure: string;
  span: { from: string; to: string };
  caption: string;
  columns: readonly Column<FigureRow>[];
};

const perPage = 20;

/** What a figure was counted from, read when it is opened. */
export function QuestionRows(props: QuestionRowsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 content-center font-semibold text-green">{texts.showRows}</summary>
      {isOpen && <Rows key={`${props.span.from} ${props.span.to}`} {...props} />}
    </details>
  );
}

function Rows({ figure, span, caption, columns }: QuestionRowsProps) {
  const [page, setPage] = useState(1);
  const asked = { figure, ...span, page: String(page), perPage: String(perPage) };
  const read = useQuery({
    queryKey: ['admin', 'analytics', 'rows', asked],
    queryFn: ({ signal }) =>
      readMarketplace<{ items: FigureRow[]; totalItems: number }>('analytics/rows', asked, signal),
    placeholderData: (shown) => shown,
  });
  const { items = [], totalItems = 0 } = read.data ?? {};
  const first = (page - 1) * perPage + 1;
  return (
    <WhenRead read={read} what={texts.theRows} notLoaded={texts.rowsNotLoaded} skeleton="h-40 w-full">
      {items.length === 0 && <p className="text-soft">{texts.noRows}</p>}
      {items.length > 0 && (
        <div className="grid gap-3" aria-busy={read.isPlaceholderData}>
          <DataTable caption={caption} columns={columns} rows={items} keyOf={keyOf} sort="" onSort={() => {}} />
          {totalItems > perPage && (
            <div className="flex flex-wrap items-center gap-3">
              <Button variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {texts.previous}
              </Button>
              <p role="status" className="figures text-soft">
                {texts.rowsOf({ first, last: first + items.length - 1, totalItems })}
              </p>
              <Button
                variant="secondary"
                disabled={first + items.length > totalItems}
                onClick={() => setPage(page + 1)}
              >
                {texts.next}
              </Button>
            </div>
          )}
        </div>
      )}
    </WhenRead>
  );
}

const keyOf = ({ id, at }: FigureRow) => `${id} ${at}`;
