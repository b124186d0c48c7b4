import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

/** One column: its name, how its cells look, and the list's sorts that order by it (the first is taken first). */
export type Column<Row> = {
  name: string;
  /** The name is read out but not seen, as above a column of menus. */
  isNameHidden?: boolean;
  sorts?: readonly [ascending: string, descending: string];
  isDescendingFirst?: boolean;
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
};

type DataTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sort: string;
  onSort: (sort: string) => void;
};

/** The table of a list; a column's name orders by it. Where it has no room for columns, each row is a block of its own, its values with their names. */
export function DataTable<Row>({ caption, columns, rows, keyOf, sort, onSort }: DataTableProps<Row>) {
  // Numbers that belong together are read across, not down.
  const areNumbersAcross = columns.filter(({ isNumber }) => isNumber).length > 1;
  return (
    <div className="card @container overflow-x-auto">
      <table className="@max-tabular:block">
        <caption className="unseen">{caption}</caption>
        <thead className="@max-tabular:unseen">
          <tr className="bg-sunken text-left text-note text-soft">
            {columns.map((column) => (
              <HeaderCell key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="@max-tabular:block">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className="break-inside-avoid border-line border-t @max-tabular:relative @max-tabular:grid @max-tabular:grid-cols-3 @max-tabular:gap-x-3 @max-tabular:gap-y-1.5 @max-tabular:px-4 @max-tabular:py-3.5 @max-tabular:first:border-t-0"
            >
              {columns.map((column, place) => (
                <Cell
                  key={column.name}
                  column={column}
                  isFirst={place === 0}
                  isAcross={areNumbersAcross && column.isNumber}
                >
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CellProps = {
  column: Pick<Column<never>, 'name' | 'isNumber' | 'isNameHidden'>;
  isFirst: boolean;
  isAcross: boolean | undefined;
  children: ReactNode;
};

function Cell({ column: { name, isNumber, isNameHidden }, isFirst, isAcross, children }: CellProps) {
  const hasName = !isFirst && !isNameHidden;
  return (
    <td
      className={classNames(
        'px-4 py-3 align-middle @max-tabular:px-0 @max-tabular:py-0',
        isNumber && 'figures @tabular:text-right',
        !isAcross && '@max-tabular:col-span-3',
        hasName &&
          !isAcross &&
          '@max-tabular:grid @max-tabular:grid-cols-[5.75rem_minmax(0,1fr)] @max-tabular:items-baseline @max-tabular:gap-3',
      )}
    >
      {hasName && (
        <span aria-hidden className="text-note text-soft @tabular:hidden">
          {name}
        </span>
      )}
      {hasName ? <div className="min-w-0 @max-tabular:break-words">{children}</div> : children}
    </td>
  );
}

type HeaderCellProps = {
  column: Pick<Column<never>, 'name' | 'isNumber' | 'isNameHidden' | 'sorts' | 'isDescendingFirst'>;
  sort: string;
  onSort: (sort: string) => void;
};

function HeaderCell({ column, sort, onSort }: HeaderCellProps) {
  const { name, isNumber, isNameHidden, sorts } = column;
  const way = sorts && (sort === sorts[0] ? 'ascending' : sort === sorts[1] ? 'descending' : undefined);
  return (
    <th
      scope="col"
      aria-sort={way}
      className={classNames('whitespace-nowrap px-4 py-1.5 font-semibold', isNumber && '@tabular:text-right')}
    >
      {!sorts && <span className={classNames('inline-block py-1.5', isNameHidden && 'unseen')}>{name}</span>}
      {sorts && (
        <>
          {/* Over blocks the header is only read out: what can't be seen must not take the focus. */}
          <span className="@tabular:hidden">{name}</span>
          <button
            type="button"
            onClick={() => onSort(nextSort(column, sort))}
            className="-mx-1.5 inline-flex min-h-8 items-center gap-1 rounded-sm px-1.5 font-semibold hover:text-ink @max-tabular:hidden"
          >
            {name}
            {way === 'ascending' && <ArrowUp size={14} strokeWidth={2} aria-hidden />}
            {way === 'descending' && <ArrowDown size={14} strokeWidth={2} aria-hidden />}
          </button>
        </>
      )}
    </th>
  );
}

function nextSort({ sorts, isDescendingFirst }: HeaderCellProps['column'], sort: string): string {
  const [ascending, descending] = sorts ?? ['', ''];
  if (sort === ascending) return descending;
  if (sort === descending) return ascending;
  return isDescendingFirst ? descending : ascending;
}
