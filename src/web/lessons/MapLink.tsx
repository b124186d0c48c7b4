import { MapPin } from 'lucide-react';
import { mapLink } from './calendar-links.ts';

/** The pick-up, and a map of it in a new tab. */
export function MapLink({ pickup, postalCode }: { pickup: string; postalCode: string }) {
  return (
    <a
      className="btn btn-secondary"
      href={mapLink(pickup, postalCode)}
      target="_blank"
      rel="noreferrer"
      aria-label={`Map of ${pickup} (opens in a new tab)`}
    >
      <MapPin size={18} strokeWidth={1.75} aria-hidden />
      Map
    </a>
  );
}
