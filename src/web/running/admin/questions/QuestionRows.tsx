import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#texts/questions.ts';
import type { FigureRow, FigureRowsAnswer } from '#wire/questions.ts';
import { type Column, DataTable } from '../../../platform/lists/DataTable.tsx';
import { readMarketplace } from '../../../platform/session/backend.ts';
import { SaveFile } from '../../../platform/session/SaveFile.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';

export type RowsProps = {
  /** The figure, or the part of it, and its span, as the server takes them. */
  asked: Readonly<Record<string, string>>;
  caption: string;
  columns: readonly Column<FigureRow>[];
};

const perPage = 20;

/** What a figure was counted from, read when it is opened. */
export function QuestionRows(props: RowsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 content-center font-semibold text-green">{texts.showRows}</summary>
      {isOpen && <CountedRows key={JSON.stringify(props.asked)} {...props} />}
    </details>
  );
}

/** The rows themselves, page by page, and all of them as a file. */
export function CountedRows({ asked, caption, columns }: RowsProps) {
  const [page, setPage] = useState(1);
  const query = { ...asked, page: String(page), perPage: String(perPage) };
  const read = useQuery({
    queryKey: ['admin', 'analytics', 'rows', query],
    queryFn: ({ signal }) => readMarketplace<FigureRowsAnswer>('analytics/rows', query, signal),
    placeholderData: (shown) => shown,
  });
  const { items = [], totalItems = 0 } = read.data ?? {};
  return (
    <WhenRead read={read} what={texts.theRows} notLoaded={texts.rowsNotLoaded} skeleton="h-40 w-full">
      {items.length === 0 && <p className="text-soft">{texts.noRows}</p>}
      {items.length > 0 && (
        <div className="grid gap-3" aria-busy={read.isPlaceholderData}>
          <DataTable caption={caption} columns={columns} rows={items} keyOf={keyOf} sort="" onSort={() => {}} />
          <div className="flex flex-wrap items-center gap-3">
            {totalItems > perPage && (
              <Pages first={(page - 1) * perPage + 1} shown={items.length} {...{ page, totalItems, setPage }} />
            )}
            <SaveFile
              path={`/api/marketplace/analytics/rows.csv?${new URLSearchParams(asked)}`}
              name={`kerbside-${asked.figure}-${asked.from}.csv`}
              label={texts.saveCsvOf({ what: caption })}
            >
              {texts.saveCsv}
            </SaveFile>
          </div>
        </div>
      )}
    </WhenRead>
  );
}

type PagesProps = { page: number; first: number; shown: number; totalItems: number; setPage: (page: number) => void };

function Pages({ page, first, shown, totalItems, setPage }: PagesProps) {
  const last = first + shown - 1;
  return (
    <>
      <Button variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
        {texts.previous}
      </Button>
      <p role="status" className="figures text-soft">
        {texts.rowsOf({ first, last, totalItems })}
      </p>
      <Button variant="secondary" disabled={last >= totalItems} onClick={() => setPage(page + 1)}>
        {texts.next}
      </Button>
    </>
  );
}

const keyOf = ({ id, at }: FigureRow) => `${id} ${at}`;
