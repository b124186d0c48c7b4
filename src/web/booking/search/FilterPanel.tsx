import { Fragment, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import * as texts from '#texts/search.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { keepWantedClass } from '../../platform/ground/wanted-class.ts';
import { TextField } from '../../platform/ui/Field.tsx';
import { localDateOf } from '../../platform/ui/format-time.ts';
import { activeFilters } from './active-filters.ts';
import {
  dayOptions,
  type FilterOption,
  facetOptions,
  priceOptions,
  ratingOptions,
  timeOptions,
} from './filter-options.ts';
import type { ResultsData } from './results-data.ts';
import { queryFromForm, searchText } from './search-query.ts';
import { useFollowed } from './use-followed.ts';

/**
 * The filters, each option with the number of results it would leave. A plain GET form; with scripts each choice applies at
 * once. It is folded away behind the chips of what most people look for.
 */
export function FilterPanel({ results }: { results: ResultsData }) {
  const { query, now } = results;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => keepWantedClass(query.licenceClass), [query.licenceClass]);
  const navigate = useNavigate();
  const apply = (changed?: EventTarget) => {
    if (!form.current?.reportValidity()) return;
    const isDayChosen = changed instanceof HTMLSelectElement && changed.name === 'day';
    const entries = [...new FormData(form.current)].flatMap(([name, value]) =>
      // A day in words takes the place of the date that was chosen before.
      typeof value === 'string' && !(isDayChosen && name === 'date') ? [[name, value]] : [],
    );
    void navigate(`/instructors${searchText(queryFromForm(new URLSearchParams(entries), currentTime()))}`, {
      preventScrollReset: true,
    });
  };
  const chosen = activeFilters(query, new Date(now)).length;
  return (
    <details
      className="min-w-0 grow self-start max-lg:open:basis-full lg:col-start-1 lg:row-start-2 lg:open:col-span-3 lg:open:row-start-3"
      open={Object.keys(results.refused).length > 0 || undefined}
    >
      <summary className="btn btn-secondary w-full">
        {chosen > 0 ? texts.filtersWithCount({ count: chosen }) : texts.filters}
      </summary>
      <form
        ref={form}
        id="filters"
        action="/instructors"
        className="card mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(19rem,100%),1fr))] items-start gap-x-6 gap-y-3 p-4"
        onChange={(event) => {
          if (event.target instanceof HTMLSelectElement) apply(event.target);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Filters results={results} />
        <button type="submit" className="btn btn-primary self-end">
          {texts.showResults}
        </button>
      </form>
    </details>
  );
}

function Filters({ results }: { results: ResultsData }) {
  const { query, facets, now, refused } = results;
  const genderNames = { woman: texts.womenOnly, man: texts.menOnly };
  const classNames = { '3A': texts.class3aAutomatic, '3': texts.class3Manual };
  const days = dayOptions(query, new Date(now), facets);
  // What no words describe, of one day, is a date.
  const date = days.chosen.includes('/') && query.from === query.to ? query.from : '';
  const selects = [
    { label: texts.area, name: 'area', options: facetOptions(texts.anywhere, facets.area, query.area) },
    {
      label: texts.licence,
      name: 'licenceClass',
      options: facetOptions(texts.anyClass, facets.licenceClass, query.licenceClass, classNames),
    },
    { label: texts.day, name: 'day', ...days },
    { label: texts.timeOfDay, name: 'time', ...timeOptions(query, facets.time) },
    { label: texts.price, name: 'maxHourlyCents', options: priceOptions(facets.price, query.maxHourlyCents) },
    { label: texts.rating, name: 'minRating', options: ratingOptions(facets.rating, query.minRating) },
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
    // Where nobody said it there is nothing to choose.
    ...(facets.gender?.woman || query.gender
      ? [
          {
            label: texts.instructor,
            name: 'gender',
            options: facetOptions(texts.everybody, { woman: facets.gender?.woman ?? 0 }, query.gender, genderNames),
          },
        ]
      : []),
  ];
  return (
    <>
      {selects.map(({ name, ...select }) => (
        <Fragment key={name}>
          <FilterSelect
            name={name}
            chosen={query[name as keyof typeof query] ?? ''}
            problem={problemOf(results, name)}
            {...select}
          />
          {name === 'day' && <DateFilter key={date} date={date} today={localDateOf(new Date(now))} />}
        </Fragment>
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

/** One day from the calendar, where no words say it. */
function DateFilter({ date, today }: { date: string | undefined; today: string }) {
  return (
    <label className="flex flex-wrap items-center gap-x-2 font-semibold">
      <span className="w-24">{texts.orADate}</span>
      <input
        type="date"
        name="date"
        min={today}
        defaultValue={date}
        className="field-box min-w-0 flex-[1_1_9rem] font-normal"
      />
    </label>
  );
}

function postalCodeProblem(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return /^\d{6}$/.test(code) ? texts.noPostalCodeInSingapore : texts.sixDigitsNeeded;
}

/** What of the address makes no sense at a filter: of the day and the time of day it is two parameters. */
function problemOf({ refused, isPastDay }: ResultsData, name: string): string | undefined {
  const names = { day: ['from', 'to', 'weekday'], time: ['afterMinute', 'beforeMinute'] }[name] ?? [name];
  const wrong = names.find((each) => refused[each] !== undefined);
  if (wrong === undefined) return undefined;
  return name === 'day' && isPastDay ? texts.dayHasPassed : texts.filterNotUnderstood({ value: refused[wrong] ?? '' });
}

type FilterSelectProps = {
  label: string;
  name: string;
  chosen: string;
  options: FilterOption[];
  problem?: string | undefined;
};

/** Shows a choice at once, and follows the search when that changes elsewhere; keeps the focus in both cases. */
function FilterSelect({ label, name, chosen, options, problem }: FilterSelectProps) {
  const [shown, setShown] = useFollowed(chosen);
  const problemId = `${name}-problem`;
  return (
    <label className="flex flex-wrap items-center gap-x-2 font-semibold">
      <span className="w-24">{label}</span>
      <select
        name={name}
        value={shown}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? problemId : undefined}
        onChange={(event) => setShown(event.target.value)}
        className="field-box field-select min-w-0 flex-[1_1_9rem] font-normal"
      >
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {problem && (
        <span id={problemId} className="basis-full font-semibold text-red">
          {problem}
        </span>
      )}
    </label>
  );
}
