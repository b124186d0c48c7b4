import * as texts from '#texts/instructors.ts';
import type { InstructorData } from './instructor-data.ts';

/** How many reviews gave five stars, four, and so on down to one, with the way to what they say; nothing before there is one. */
export function Stars({ counts }: { counts: InstructorData['stars'] }) {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  return (
    <div className="grid max-w-[24rem] gap-1 text-sm">
      <ul aria-label={texts.starsByCount} className="figures grid gap-1">
        {counts.map(({ stars, count }) => (
          <li key={stars} className="grid grid-cols-[4rem_1fr_2.5rem] items-center gap-2">
            <span>{texts.countOfStars({ count: stars })}</span>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" className="h-2 w-full">
              <rect width="100" height="8" className="fill-sunken" />
              <rect width={(count / all) * 100} height="8" className="fill-green" />
            </svg>
            <span className="text-right">{count}</span>
          </li>
        ))}
      </ul>
      <a href="#reviews" className="py-1">
        {texts.readTheReviews}
      </a>
    </div>
  );
}
