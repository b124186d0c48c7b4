import * as texts from '#texts/instructors.ts';
import type { InstructorData } from './instructor-data.ts';

/** How many reviews gave five stars, four, and so on down to one: nothing before there is one. */
export function Stars({ counts }: { counts: InstructorData['stars'] }) {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  return (
    <details className="max-w-[24rem] text-note">
      <summary className="w-fit py-2.5">{texts.starsByCount}</summary>
      <ul className="figures grid gap-1">
        {counts.map(({ stars, count }) => (
          <li key={stars} className="grid grid-cols-[4rem_minmax(0,1fr)_2.5rem] items-center gap-2">
            <span>{texts.countOfStars({ count: stars })}</span>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" className="h-2 w-full">
              <rect width="100" height="8" className="fill-sunken" />
              <rect width={(count / all) * 100} height="8" className="fill-green" />
            </svg>
            <span className="text-right">{count}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
