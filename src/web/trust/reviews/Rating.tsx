import { Star } from 'lucide-react';
import * as texts from '#texts/lessons.ts';

/** A rating out of 5, in figures with one star beside them; "not rated" where there is none. */
export function Rating({ rating }: { rating: number | null }) {
  if (rating === null) return <span className="text-soft">{texts.notRated}</span>;
  return (
    <span className="figures inline-flex items-center gap-1 whitespace-nowrap">
      <Star size={16} strokeWidth={1.75} aria-hidden className="fill-amber text-amber-ink" />
      <b className="font-semibold">{rating}</b>
      <span className="text-soft">{texts.outOfFive}</span>
    </span>
  );
}
