import type { Engine } from '#engine/engine.ts';
import { refuseCall, unauthorized } from '#engine/http/api-error.ts';
import { wideNetworkOf } from '#engine/http/client-ip.ts';
import type { Route } from '#engine/http/route.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import type { AddressesAnswer } from '#wire/addresses.ts';
import type { AddressSearch } from './address-search.ts';

const message = 'You searched for many addresses just now. Type the place instead.';
const searches = { max: 60, seconds: 300, message };
/** All accounts of one network address, which cost nothing to make: the search elsewhere answers all of us together so many times a minute. */
const searchesOfNetwork = { max: 300, seconds: 300, message };

/**
 * `GET /api/marketplace/addresses?q=`: up to five addresses in Singapore for what was typed, `{items: [{place, postalCode, latitude, longitude}]}`; none where
 * the operator set no search, or it can't be reached. For whoever is signed in, sixty in five minutes, and three hundred for one network; 400 for fewer than three letters.
 */
export function searchAddressesRoute(engine: Engine, search: AddressSearch | undefined): Route<AddressesAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/addresses',
    async handle({ auth, query, ip }) {
      if (!auth) throw unauthorized();
      const text = (query.q ?? '').trim();
      if (text.length < 3 || text.length > 100) {
        throw refuseCall('q', 'validation_invalid_value', 'Must be 3 to 100 characters.');
      }
      await refuseTooManyAttempts(engine, { key: `addresses:${auth.id}`, ...searches });
      await refuseTooManyAttempts(engine, { key: `addresses:${wideNetworkOf(ip)}`, ...searchesOfNetwork });
      const items = search ? ((await search(text)) ?? []) : [];
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body: { items } };
    },
  };
}
