import { Link } from 'react-router';
import { EmptyState } from '../ui/EmptyState.tsx';
import type { ResultsData } from './results-data.ts';
import { searchText } from './search-query.ts';

/** An empty result: the smallest changes that would find somebody, each with its count. */
export function NoResults({ results: { relaxations } }: { results: ResultsData }) {
  return (
    <EmptyState
      title="Nobody fits all of these wishes"
      action={
        <Link to="/instructors" className="btn btn-quiet">
          Clear all filters
        </Link>
      }
    >
      {relaxations.length > 0 ? (
        <>
          <p>Change one of them:</p>
          <ul className="mt-4 flex flex-wrap justify-center gap-2">
            {relaxations.map(({ label, query, count }) => (
              <li key={label}>
                <Link to={`/instructors${searchText(query)}`} className="slot">
                  {label.charAt(0).toUpperCase() + label.slice(1)}: {count} {count === 1 ? 'instructor' : 'instructors'}
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>Leaving out one of them would not help either. Start again with fewer wishes.</p>
      )}
    </EmptyState>
  );
}
