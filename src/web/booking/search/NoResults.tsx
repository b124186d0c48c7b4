import { Link } from 'react-router';
import { waitPath } from '#rules/paths/learner-paths.ts';
import * as texts from '#texts/search.ts';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { InstructorCard } from './InstructorCard.tsx';
import type { Instead, Relaxation } from './results-data.ts';
import { type SearchQuery, searchText } from './search-query.ts';

type NoResultsProps = { query: SearchQuery; instead: Instead; now: string };

/** An empty result: the smallest changes that would find somebody, each with its count, and who is free soonest. */
export function NoResults({ query, instead: { relaxations, areas, soonest }, now }: NoResultsProps) {
  const { licenceClass } = query;
  return (
    <>
      <EmptyState
        title={texts.nobodyFitsAllOfThese}
        action={
          <>
            <Link to={waitPath(query)} className="btn btn-secondary">
              {texts.tellMeWhenFree}
            </Link>
            <Link to="/instructors" className="btn btn-quiet">
              {texts.clearAllFilters}
            </Link>
          </>
        }
      >
        {relaxations.length > 0 && <Changes title={texts.changeOneOfThem} changes={relaxations} />}
        {areas.length > 0 && <Changes title={texts.areasAround} changes={areas} />}
        {relaxations.length + areas.length === 0 && <p>{texts.leavingOutOneOfThem}</p>}
      </EmptyState>
      {soonest.length > 0 && (
        <section aria-labelledby="soonest">
          <h2 id="soonest" className="mt-4 mb-3 text-title">
            {licenceClass ? texts.soonestForClass({ licenceClass }) : texts.soonestFree}
          </h2>
          <div className="grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))]">
            {soonest.map((card) => (
              <InstructorCard key={card.id} card={card} now={now} headingLevel={3} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function Changes({ title, changes }: { title: string; changes: readonly Relaxation[] }) {
  return (
    <div className="mt-4 first:mt-0">
      <p>{title}</p>
      <ul className="mt-3 flex flex-wrap justify-center gap-2">
        {changes.map(({ label, query, count }) => (
          <li key={label}>
            <Link to={`/instructors${searchText(query)}`} className="slot">
              {texts.labelFindsCount({ label: label.charAt(0).toUpperCase() + label.slice(1), count })}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
