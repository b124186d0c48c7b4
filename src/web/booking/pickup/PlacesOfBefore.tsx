import * as texts from '#texts/booking.ts';
import type { Place } from './PickupForm.tsx';

type PlacesProps = { lessons: readonly Place[]; chosen: Place; onChoose: (place: Place) => void };

const nameOf = ({ pickup, postalCode }: Place) => `${pickup} ${postalCode}`;

/** Where somebody was picked up the last times, three places at most. Where there was one it is filled in already. */
export function PlacesOfBefore({ lessons, chosen, onChoose }: PlacesProps) {
  const known = lessons.filter(({ pickup, postalCode }) => pickup && postalCode);
  const places = known.filter((place, index) => known.findIndex((each) => nameOf(each) === nameOf(place)) === index);
  if (places.length < 2) return null;
  return (
    <ul aria-label={texts.placesOfBefore} className="flex flex-wrap gap-2">
      {places.slice(0, 3).map((place) => (
        <li key={nameOf(place)}>
          <button
            type="button"
            className="slot"
            aria-pressed={nameOf(place) === nameOf(chosen)}
            onClick={() => onChoose(place)}
          >
            {place.pickup}
          </button>
        </li>
      ))}
    </ul>
  );
}
