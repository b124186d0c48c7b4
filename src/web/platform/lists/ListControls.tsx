import type { ReactNode } from 'react';
import { SelectField } from '../ui/Select.tsx';
import { FilterField } from './FilterField.tsx';
import { ListSearch } from './ListSearch.tsx';
import { isWorthSearching } from './list-query.ts';
import { SearchField } from './SearchField.tsx';
import type { useListQuery } from './use-list-query.ts';

type Choice = { value: string; label: string };

type ListControlsProps = {
  list: ReturnType<typeof useListQuery>;
  /** What was found, once it is known. */
  found: { totalItems: number } | undefined;
  /** What is searched, as its landmark is called. */
  name: string;
  search: { label: string; placeholder: string };
  /** Its filter is called `status` in the address, unless `field` says otherwise. */
  status: { field?: string; label: string; allLabel: string; options: readonly Choice[] };
  sort: { label: string; options: readonly Choice[] };
  /** Further filters, below. */
  children?: ReactNode;
};

/** Search, status and order of a list of more than three rows. Each change applies at once; Enter in the search does not wait for the pause. */
export function ListControls({ list, found, name, search, status, sort, children }: ListControlsProps) {
  const { query, change } = list;
  const { field = 'status', ...statusParts } = status;
  return (
    <ListSearch
      name={name}
      isWorth={isWorthSearching(found, query)}
      className="mb-5 grid grid-cols-2 items-start gap-4 lg:grid-cols-[1fr_14rem_13rem]"
    >
      <div className="max-lg:col-span-2">
        <SearchField {...search} value={query.q} onSearch={(q) => change({ q }, true)} />
      </div>
      <FilterField
        {...statusParts}
        value={query.filters[field] ?? ''}
        onChange={(chosen) => change({ filters: { [field]: chosen } })}
      />
      <SelectField {...sort} value={query.sort} onChange={(chosen) => change({ sort: chosen })} />
      {children && <div className="col-span-full">{children}</div>}
    </ListSearch>
  );
}
