import { Link } from 'react-router';
import * as texts from '#texts/search.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import type { ResultsData } from './results-data.ts';
import { searchText } from './search-query.ts';

/** An empty result: the smallest changes that would find somebody, each with its count. */
export function NoResults({ results: { relaxations } }: { results: ResultsData }) {
  return (
    <EmptyState
      title={texts.nobodyFitsAllOfThese}
      action={
        <Link to="/instructors" className="btn btn-quiet">
          {texts.clearAllFilters}
        </Link>
      }
    >
      {relaxations.length > 0 ? (
        <>
          <p>{texts.changeOneOfThem}</p>
          <ul className="mt-4 flex flex-wrap justify-center gap-2">
            {relaxations.map(({ label, query, count }) => (
              <li key={label}>
                <Link to={`/instructors${searchText(query)}`} className="slot">
                  {texts.labelFindsCount({ label: label.charAt(0).toUpperCase() + label.slice(1), count })}
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{texts.leavingOutOneOfThem}</p>
      )}
    </EmptyState>
  );
}
