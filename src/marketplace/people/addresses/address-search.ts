import { fetchOutside } from '#engine/http/fetch-outside.ts';
import { isPostalCode } from '#rules/places/postal-sectors.ts';
import type { FoundAddress } from '#wire/addresses.ts';

/** Looks a typed place up. Null where it can't be asked now: people go on typing the place and its postal code themselves. */
export type AddressSearch = (text: string) => Promise<FoundAddress[] | null>;

const bounds = { maxBytes: 500_000, timeoutMs: 3000, maxRedirects: 0 };
const shown = 5;
const mostKept = 500;

/**
 * OneMap's public search of Singapore's addresses, or what answers as it does at another address. Nobody waits longer than three seconds; what was found is
 * kept in memory, the words that were asked for longest ago are forgotten first.
 */
export function createOneMapSearch(base: string): AddressSearch {
  const kept = new Map<string, FoundAddress[]>();
  return async (text) => {
    const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
    const known = kept.get(words);
    if (known) return known;
    const query = new URLSearchParams({ searchVal: words, returnGeom: 'Y', getAddrDetails: 'Y', pageNum: '1' });
    const found = await read(`${base}/api/common/elastic/search?${query}`);
    if (!found) return null;
    kept.set(words, found);
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
    return found;
  };
}

async function read(url: string): Promise<FoundAddress[] | undefined> {
  try {
    // The operator set where it is, so it may be inside.
    const allowed = { protocols: ['https:'], trustedOrigins: [new URL(url).origin] } as const;
    const { status, bytes } = await fetchOutside(url, { ...allowed, ...bounds });
    return status === 200 ? addressesIn(JSON.parse(bytes.toString('utf8'))) : undefined;
  } catch {
    // Out of reach, too slow, too large or no JSON: the booking goes on without it.
    return undefined;
  }
}

function addressesIn(body: unknown): FoundAddress[] | undefined {
  const results: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'results') : undefined;
  if (!Array.isArray(results)) return undefined;
  return results.flatMap((result) => addressOf(result) ?? []).slice(0, shown);
}

function addressOf(result: unknown): FoundAddress | undefined {
  if (typeof result !== 'object' || result === null) return undefined;
  const text = (name: string) => {
    const value: unknown = Reflect.get(result, name);
    return typeof value === 'string' && value !== 'NIL' ? value.slice(0, 300) : '';
  };
  const postalCode = text('POSTAL');
  const [latitude, longitude] = [Number(text('LATITUDE')), Number(text('LONGITUDE'))];
  // Without a postal code nothing can be said of the way there.
  if (!isPostalCode(postalCode) || !latitude || !longitude) return undefined;
  const street = [text('BLK_NO'), text('ROAD_NAME')].filter(Boolean).join(' ');
  const place = [text('BUILDING'), street].filter(Boolean).map(inSmallLetters).join(', ');
  return place === '' ? undefined : { place, postalCode, latitude, longitude };
}

/** OneMap writes in capitals; people read `Bedok North Avenue 1`, and `MRT` and `HDB` as they are. */
function inSmallLetters(text: string): string {
  const kept = new Set(['MRT', 'LRT', 'HDB', 'CC', 'NTUC', 'JTC', 'ITE', 'NUS', 'NTU', 'SMU']);
  return text.replaceAll(/[A-Z]{2,}/g, (word) =>
    kept.has(word) ? word : word.charAt(0) + word.slice(1).toLowerCase(),
  );
}
