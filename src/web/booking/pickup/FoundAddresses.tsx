import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as texts from '#texts/booking.ts';
import type { AddressesAnswer } from '#wire/addresses.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import { readMarketplace } from '../../platform/session/backend.ts';
import type { Place } from './PickupForm.tsx';

/** Nothing is asked while somebody types on. */
const pauseMs = 300;

/** Addresses for what was typed, to be taken with their postal code by one tap. */
export function FoundAddresses({ text, onChoose }: { text: string; onChoose: (place: Place) => void }) {
  const { searchesAddresses } = useConfig();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim().slice(0, 100)), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery({
    queryKey: ['addresses', asked],
    queryFn: ({ signal }) => readMarketplace<AddressesAnswer>('addresses', { q: asked }, signal),
    enabled: searchesAddresses && asked.length >= 3,
    staleTime: Number.POSITIVE_INFINITY,
    // It is a help: without it the place is typed.
    retry: false,
  });
  if (!data || data.items.length === 0) return null;
  return (
    <ul aria-label={texts.addressesFound} className="grid gap-2">
      {data.items.map((found) => (
        <li key={`${found.place} ${found.postalCode}`}>
          <button
            type="button"
            className="slot w-full justify-start text-left"
            onClick={() => onChoose({ pickup: found.place, postalCode: found.postalCode })}
          >
            {found.place} <span className="figures text-soft">{found.postalCode}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
