import { type Column, DataTable } from './DataTable.tsx';
import { FoundList, type FoundListProps } from './FoundList.tsx';

type FoundRowsProps<Row> = FoundListProps<Row> & {
  caption: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
};

/** What a list found, as a table. */
export function FoundRows<Row>({ caption, columns, keyOf, ...found }: FoundRowsProps<Row>) {
  const { answer, list } = found;
  return (
    <FoundList {...found}>
      <DataTable
        caption={caption}
        columns={columns}
        rows={answer.items}
        keyOf={keyOf}
        sort={list.query.sort}
        onSort={(sort) => list.change({ sort })}
      />
    </FoundList>
  );
}
