import { Link, useLoaderData } from 'react-router';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/search.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { SaveButton } from '../saved/SaveButton.tsx';
import { activeFilters } from './active-filters.ts';
import { FilterPanel } from './FilterPanel.tsx';
import { InstructorCard } from './InstructorCard.tsx';
import { NoResults } from './NoResults.tsx';
import { PlanningAreaMap } from './PlanningAreaMap.tsx';
import { quickFilters } from './quick-filters.ts';
import type { ResultsData } from './results-data.ts';
import { SortField } from './SortField.tsx';
import { searchText } from './search-query.ts';

/** Who can be booked: the filters as chips, a card for each instructor with the next free times, and beside them where they teach. */
export function ResultsPage() {
  const results = useLoaderData<ResultsData>();
  const { query, cards, now, totalItems } = results;
  const { holdMinutes } = usePolicy();
  return (
    <div className="wide-wrap grid grid-cols-[minmax(0,1fr)] gap-x-2 gap-y-3 pt-5 lg:grid-cols-[auto_minmax(0,1fr)_auto_26rem] lg:grid-rows-[auto_auto_auto_1fr] xl:grid-cols-[auto_minmax(0,1fr)_auto_30rem]">
      <div className="lg:col-span-2">
        <h1 className="text-heading">{headline(results)}</h1>
        <p className="mt-1.5 text-soft">
          {totalItems > 0 && (
            <span className="max-sm:unseen">{texts.tapATimeToHold({ hold: formatUnit(holdMinutes, 'minute') })} </span>
          )}
          {texts.pricesAreAllInTimes}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 lg:contents">
        <AreasPanel results={results} />
        <FilterPanel results={results} />
        {totalItems > 1 && <SortField query={query} />}
      </div>
      <Chips results={results} />
      <section aria-label={texts.results} className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 lg:col-span-3">
        <LeftOut results={results} />
        {results.instead ? (
          <NoResults query={query} instead={results.instead} now={now} />
        ) : (
          <div className="grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))]">
            {cards.map((card) => (
              <InstructorCard
                key={card.id}
                card={card}
                now={now}
                headingLevel={2}
                action={
                  <span className="-mr-1.5">
                    <SaveButton instructor={card} />
                  </span>
                }
              />
            ))}
          </div>
        )}
        <Pages results={results} />
      </section>
    </div>
  );
}

/** Where they teach, on a map and as a list: folded away on a phone, beside the results on a wide page. */
function AreasPanel({ results: { query, facets } }: { results: ResultsData }) {
  const { page: _, ...filters } = query;
  const areas = Object.entries(facets.area).filter(([, count]) => count > 0);
  return (
    <details className="unfold-lg min-w-0 grow self-start max-lg:open:basis-full lg:sticky lg:top-4 lg:col-start-4 lg:row-span-4 lg:row-start-1 lg:ml-6">
      <summary className="btn btn-secondary w-full lg:hidden">{texts.map}</summary>
      <div className="card grid grid-cols-[minmax(0,1fr)] gap-1 p-3 max-lg:mt-3">
        <PlanningAreaMap counts={facets.area} query={query} />
        <details>
          <summary className="flex min-h-11 w-fit items-center font-semibold text-green">{texts.areasAsList}</summary>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-x-3">
            {areas.map(([area, count]) => (
              <li key={area}>
                <Link
                  to={`/instructors${searchText({ ...filters, area })}`}
                  preventScrollReset
                  aria-current={area === query.area ? 'true' : undefined}
                  className="flex min-h-11 items-center justify-between gap-2 text-ink no-underline hover:underline"
                >
                  <span className={area === query.area ? 'font-semibold text-green' : undefined}>{area}</span>
                  <span className="figures text-soft">{count}</span>
                </Link>
              </li>
            ))}
          </ul>
        </details>
      </div>
    </details>
  );
}

/** What of the address did not count, so that nobody reads the results as an answer to it. */
function LeftOut({ results: { refused, isPastDay } }: { results: ResultsData }) {
  const others = Object.keys(refused).filter((name) => name !== 'postalCode');
  if (others.length === 0) return null;
  return (
    <Notice kind="attention" className="w-full">
      {isPastDay && <p>{texts.dayHasPassed}</p>}
      {others
        .filter((name) => !(isPastDay && isDay(name)))
        .map((name) => (
          <p key={name}>{texts.filterNotUnderstood({ value: refused[name] ?? '' })}</p>
        ))}
    </Notice>
  );
}

const isDay = (name: string) => name === 'from' || name === 'to';

function headline({ totalItems, query }: ResultsData): string {
  const { area } = query;
  if (totalItems === 0) return area ? texts.nobodyIsFreeIn({ area }) : texts.nobodyIsFree;
  return area ? texts.instructorsFreeIn({ count: totalItems, area }) : texts.instructorsFree({ count: totalItems });
}

/** The filters in force, which a tap takes away, then those that a tap adds. On a phone they are one row, which is swiped. */
function Chips({ results }: { results: ResultsData }) {
  const { query, facets, totalItems } = results;
  const now = new Date(results.now);
  const filters = activeFilters(query, now);
  const more = quickFilters({ query, facets, totalItems, now });
  if (filters.length + more.length === 0) return null;
  return (
    <div className="flex gap-2 max-lg:-mx-4 max-lg:-my-1 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 md:max-lg:-mx-6 md:max-lg:px-6 lg:col-span-2 lg:col-start-2 lg:row-start-2 lg:flex-wrap">
      {filters.length > 0 && (
        <ul className="flex gap-2 lg:flex-wrap" aria-label={texts.filtersInForce}>
          {filters.map(({ key, label, without }) => (
            <li key={key}>
              <Link
                to={`/instructors${searchText(without)}`}
                preventScrollReset
                className="chip border-green bg-tint font-semibold text-green"
              >
                <span className="unseen">{texts.removeFilter} </span>
                {label}
                <span aria-hidden>×</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ul className="flex gap-2 lg:flex-wrap" aria-label={texts.filtersToAdd}>
        {more.map(({ label, query: wanted }) => (
          <li key={label}>
            <Link to={`/instructors${searchText(wanted)}`} preventScrollReset className="chip">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Pages({ results: { query, page, totalPages } }: { results: ResultsData }) {
  if (totalPages <= 1) return null;
  const pathOf = (number: number) => `/instructors${searchText({ ...query, page: String(number) })}`;
  return (
    <nav aria-label={texts.pages} className="flex flex-wrap items-center justify-between gap-3 pt-2">
      {page > 1 ? (
        <Link to={pathOf(page - 1)} className="btn btn-secondary">
          {texts.previousPage}
        </Link>
      ) : (
        <span />
      )}
      <span className="figures text-soft">{texts.pagePageOfTotalPages({ page, totalPages })}</span>
      {page < totalPages ? (
        <Link to={pathOf(page + 1)} className="btn btn-secondary">
          {texts.nextPage}
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
