import { useRef } from 'react';
import { useNavigate } from 'react-router';
import * as texts from '#texts/search.ts';
import { currentTime } from '../app/clock.ts';
import { TextField } from '../ui/Field.tsx';
import { activeFilters } from './active-filters.ts';
import {
  dayOptions,
  type FilterOption,
  facetOptions,
  priceOptions,
  ratingOptions,
  timeOptions,
} from './filter-options.ts';
import { PlanningAreaMap } from './PlanningAreaMap.tsx';
import type { ResultsData } from './results-data.ts';
import { queryFromForm, searchText } from './search-query.ts';
import { useFollowed } from './use-followed.ts';

/**
 * The filters, each option with the number of results it would leave. A plain GET form; with scripts each choice applies at
 * once. On a phone it is folded away.
 */
export function FilterPanel({ results }: { results: ResultsData }) {
  const { query, now } = results;
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const apply = () => {
    if (!form.current?.reportValidity()) return;
    const entries = [...new FormData(form.current)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    void navigate(`/instructors${searchText(queryFromForm(new URLSearchParams(entries), currentTime()))}`, {
      preventScrollReset: true,
    });
  };
  const chosen = activeFilters(query, new Date(now)).length;
  return (
    <details className="unfold-lg self-start" open={results.refused.postalCode !== undefined || undefined}>
      <summary className="btn btn-secondary w-full lg:hidden">
        {chosen > 0 ? texts.filtersWithCount({ count: chosen }) : texts.filters}
      </summary>
      <form
        ref={form}
        id="filters"
        action="/instructors"
        className="card mt-3 grid gap-3 p-4 lg:mt-0"
        onChange={(event) => {
          if (event.target instanceof HTMLSelectElement) apply();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <AreaFilter results={results} />
        <OtherFilters results={results} />
        <button type="submit" className="btn btn-primary">
          {texts.showResults}
        </button>
      </form>
    </details>
  );
}

function AreaFilter({ results: { query, facets } }: { results: ResultsData }) {
  const counts = facets.area ?? {};
  return (
    <div className="grid gap-4">
      <PlanningAreaMap counts={counts} query={query} />
      <FilterSelect
        label={texts.area}
        name="area"
        chosen={query.area ?? ''}
        options={facetOptions(texts.anywhere, counts, query.area)}
      />
    </div>
  );
}

function OtherFilters({ results: { query, facets, now, refused } }: { results: ResultsData }) {
  const classNames = { '3A': texts.class3aAutomatic, '3': texts.class3Manual };
  const selects = [
    {
      label: texts.licence,
      name: 'licenceClass',
      options: facetOptions(texts.anyClass, facets.licenceClass, query.licenceClass, classNames),
    },
    { label: texts.day, name: 'day', ...dayOptions(query, new Date(now)) },
    { label: texts.timeOfDay, name: 'time', ...timeOptions(query) },
    { label: texts.price, name: 'maxHourlyCents', options: priceOptions(facets.price, query.maxHourlyCents) },
    { label: texts.rating, name: 'minRating', options: ratingOptions(query.minRating) },
    {
      label: texts.testCentre,
      name: 'testCentre',
      options: facetOptions(texts.anyCentre, facets.testCentre, query.testCentre),
    },
    {
      label: texts.language,
      name: 'language',
      options: facetOptions(texts.anyLanguage, facets.language, query.language),
    },
  ];
  return (
    <>
      {selects.map(({ name, ...select }) => (
        <FilterSelect key={name} name={name} chosen={query[name as keyof typeof query] ?? ''} {...select} />
      ))}
      <TextField
        label={texts.postalCode}
        hint={texts.sixDigitsToSeeDistances}
        key={query.postalCode ?? refused.postalCode}
        name="postalCode"
        defaultValue={query.postalCode ?? refused.postalCode ?? ''}
        error={postalCodeProblem(refused.postalCode)}
        inputMode="numeric"
        pattern="\d{6}"
        maxLength={6}
        autoComplete="postal-code"
        title={texts.sixDigits}
      />
      <TextField key={`name ${query.q}`} label={texts.name} name="q" defaultValue={query.q ?? ''} type="search" />
    </>
  );
}

function postalCodeProblem(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return /^\d{6}$/.test(code) ? texts.noPostalCodeInSingapore : texts.sixDigitsNeeded;
}

type FilterSelectProps = { label: string; name: string; chosen: string; options: FilterOption[] };

/** Shows a choice at once, and follows the search when that changes elsewhere; keeps the focus in both cases. */
function FilterSelect({ label, name, chosen, options }: FilterSelectProps) {
  const [shown, setShown] = useFollowed(chosen);
  return (
    <label className="grid grid-cols-[6rem_1fr] items-center gap-2 font-semibold">
      {label}
      <select
        name={name}
        value={shown}
        onChange={(event) => setShown(event.target.value)}
        className="field-box field-select min-w-0 font-normal"
      >
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
