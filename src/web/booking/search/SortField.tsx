import { useNavigate } from 'react-router';
import * as texts from '#texts/search.ts';
import { type SearchQuery, searchText, sortChoices } from './search-query.ts';
import { useFollowed } from './use-followed.ts';

/** The order of the results. Works with and without scripts: the select belongs to the filter form. */
export function SortField({ query }: { query: SearchQuery }) {
  const navigate = useNavigate();
  const [shown, setShown] = useFollowed(query.sort ?? '');
  const choices = sortChoices.filter(({ value }) => value !== 'distance' || query.postalCode);
  return (
    <label className="min-w-0 grow basis-32 lg:col-start-3 lg:row-start-1 lg:self-end">
      <span className="unseen">{texts.sortBy}</span>
      <select
        name="sort"
        form="filters"
        value={shown}
        className="field-box field-select max-w-full"
        onChange={(event) => {
          setShown(event.target.value);
          const { page: _, ...rest } = query;
          void navigate(`/instructors${searchText({ ...rest, sort: event.target.value })}`, {
            preventScrollReset: true,
          });
        }}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
