import { MapPin } from 'lucide-react';
import * as texts from '#texts/lessons.ts';
import { mapLink } from './calendar-links.ts';

/** The pick-up, and a map of it in a new tab; nothing where no place is known. */
export function MapLink({ pickup, postalCode }: { pickup: string; postalCode: string }) {
  if (pickup === '' && postalCode === '') return null;
  return (
    <a
      className="btn btn-secondary"
      href={mapLink(pickup, postalCode)}
      target="_blank"
      rel="noreferrer"
      aria-label={texts.mapOfPickup({ pickup: pickup || postalCode })}
    >
      <MapPin size={18} strokeWidth={1.75} aria-hidden />
      {texts.map}
    </a>
  );
}
