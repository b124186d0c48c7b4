import { Link, useLoaderData } from 'react-router';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/search.ts';
import { usePolicy } from '../ground/use-policy.ts';
import { SaveButton } from '../saved/SaveButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { activeFilters } from './active-filters.ts';
import { FilterPanel } from './FilterPanel.tsx';
import { InstructorCard } from './InstructorCard.tsx';
import { NoResults } from './NoResults.tsx';
import type { ResultsData } from './results-data.ts';
import { SortField } from './SortField.tsx';
import { searchText } from './search-query.ts';

/** Who can be booked: filters with their counts, and a card for each instructor with the next free times. */
export function ResultsPage() {
  const results = useLoaderData<ResultsData>();
  const { query, cards, now, totalItems } = results;
  const { holdMinutes } = usePolicy();
  return (
    <div className="wrap grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-3 gap-y-4 pt-5 sm:grid-cols-2 lg:grid-cols-[21rem_minmax(0,1fr)] lg:gap-x-8">
      <div className="col-span-full max-lg:order-first">
        <h1 className="text-2xl md:text-3xl">{headline(results)}</h1>
        <p className="mt-1.5 text-soft">
          {totalItems > 0 && `${texts.tapATimeToHold({ hold: formatUnit(holdMinutes, 'minute') })} `}
          {texts.pricesAreAllInTimes}
        </p>
      </div>
      <FilterPanel results={results} />
      {/* In one column the parts of this section join the page's grid, so the order is beside the filters. */}
      <section
        aria-label={texts.results}
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 max-lg:contents"
      >
        <div className="flex flex-wrap items-center justify-between gap-3 max-lg:contents">
          <LeftOut results={results} />
          <Chips results={results} />
          {totalItems > 1 && <SortField query={query} />}
        </div>
        {results.instead ? (
          <div className="col-span-full grid grid-cols-[minmax(0,1fr)] gap-4">
            <NoResults query={query} instead={results.instead} now={now} />
          </div>
        ) : (
          <div className="col-span-full grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))]">
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

/** What of the address did not count, so that nobody reads the results as an answer to it. */
function LeftOut({ results: { refused, isPastDay } }: { results: ResultsData }) {
  const others = Object.keys(refused).filter((name) => name !== 'postalCode');
  if (others.length === 0) return null;
  return (
    <Notice kind="attention" className="col-span-full w-full">
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

function Chips({ results: { query, now } }: { results: ResultsData }) {
  const filters = activeFilters(query, new Date(now));
  if (filters.length === 0) return <p className="text-soft max-lg:hidden">{texts.noFilterChosen}</p>;
  return (
    <ul className="col-span-full flex flex-wrap gap-2" aria-label={texts.filtersInForce}>
      {filters.map(({ key, label, without }) => (
        <li key={key}>
          <Link
            to={`/instructors${searchText(without)}`}
            preventScrollReset
            className="flex min-h-11 items-center gap-2 rounded border border-tint-line bg-tint px-3 font-semibold text-green no-underline"
          >
            <span className="unseen">{texts.removeFilter} </span>
            {label}
            <span aria-hidden>×</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Pages({ results: { query, page, totalPages } }: { results: ResultsData }) {
  if (totalPages <= 1) return null;
  const pathOf = (number: number) => `/instructors${searchText({ ...query, page: String(number) })}`;
  return (
    <nav aria-label={texts.pages} className="col-span-full flex flex-wrap items-center justify-between gap-3 pt-2">
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
