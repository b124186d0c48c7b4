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

/** The table of a list; a column's name orders by it. On a phone each row is a block of its own, its values with their names. */
export function DataTable<Row>({ caption, columns, rows, keyOf, sort, onSort }: DataTableProps<Row>) {
  // Numbers that belong together are read across, not down.
  const areNumbersAcross = columns.filter(({ isNumber }) => isNumber).length > 1;
  return (
    <div className="card overflow-hidden md:overflow-x-auto">
      <table className="max-md:block">
        <caption className="unseen">{caption}</caption>
        <thead className="max-md:unseen">
          <tr className="bg-sunken text-left text-sm text-soft">
            {columns.map((column) => (
              <HeaderCell key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className="break-inside-avoid border-line border-t max-md:relative max-md:grid max-md:grid-cols-3 max-md:gap-x-3 max-md:gap-y-1.5 max-md:px-4 max-md:py-3.5 max-md:first:border-t-0"
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
        'px-4 py-3 align-middle max-md:px-0 max-md:py-0',
        isNumber && 'figures md:text-right',
        !isAcross && 'max-md:col-span-3',
        hasName &&
          !isAcross &&
          'max-md:grid max-md:grid-cols-[5.75rem_minmax(0,1fr)] max-md:items-baseline max-md:gap-3',
      )}
    >
      {hasName && (
        <span aria-hidden className="text-sm text-soft md:hidden">
          {name}
        </span>
      )}
      {hasName ? <div className="min-w-0 max-md:break-words">{children}</div> : children}
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
      className={classNames('whitespace-nowrap px-4 py-1.5 font-semibold', isNumber && 'md:text-right')}
    >
      {!sorts && <span className={classNames('inline-block py-1.5', isNameHidden && 'unseen')}>{name}</span>}
      {sorts && (
        <>
          {/* On a phone the header is only read out: what can't be seen must not take the focus. */}
          <span className="md:hidden">{name}</span>
          <button
            type="button"
            onClick={() => onSort(nextSort(column, sort))}
            className="-mx-1.5 inline-flex min-h-8 items-center gap-1 rounded-sm px-1.5 font-semibold hover:text-ink max-md:hidden"
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
