import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { packageValidity } from '#rules/packages/package-validity.ts';
import { dateText, parseDate } from '#rules/time/local-time.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { forgetPendingId, pendingId } from '../../platform/ground/pending-ids.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import type { PackageOffer, PackagePurchase } from '../../platform/records/package-record.ts';
import { loadBackend, readFullList } from '../../platform/session/backend.ts';
import { refusalIn } from '../../platform/session/server-errors.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { localDateOf } from '../../platform/ui/format-time.ts';

const key = 'packages';

/** What an instructor sells: all of it for the instructor, what is on for others. */
export function useOffersOf(instructor: string) {
  return useQuery({
    queryKey: [key, 'offers', instructor],
    queryFn: ({ signal }) =>
      readFullList<PackageOffer>('package_offers', {
        filter: `instructor = '${instructor}'`,
        sort: 'minutes',
        signal,
      }),
  });
}

/** The last day of a package that its reader would buy of an instructor today; nothing while that is not known, or where none is sold. */
export function useLastDay(instructor: Instructor, minutes: number): string | undefined {
  const policy = usePolicy();
  const me = useSession()?.id ?? '';
  const road = useQuery({
    queryKey: [key, 'licence', me],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('user = {:me}', { me });
      const roads = backend.collection('licence_roads');
      return (await roads.getList<{ pdlExpiresOn: string }>(1, 1, { filter, signal })).items[0] ?? null;
    },
    enabled: me !== '',
  });
  const boughtOn = parseDate(localDateOf(currentTime(), instructor.timezone));
  if (road.data === undefined || boughtOn === undefined) return undefined;
  const { licenceExpiresOn = '', retiresOn = '' } = instructor;
  const ends = { licenceExpiresOn: parseDate(licenceExpiresOn), retiresOn: parseDate(retiresOn) };
  const dates = { boughtOn, pdlExpiresOn: parseDate(road.data?.pdlExpiresOn ?? ''), ...ends };
  const validity = packageValidity(minutes, dates, policy);
  return validity.ok ? dateText(validity.expiresOn) : undefined;
}

/** A package that was ordered; followed while its money is on the way. */
export function usePurchase(id: string) {
  return useQuery({
    queryKey: [key, 'purchase', id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      return backend.collection('package_purchases').getOne<PackagePurchase>(id, { expand: 'instructor', signal });
    },
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 3000 : false),
  });
}

/** Packages that were paid, the newest first: one's own, those one sold, all for an admin; the server decides which. */
export function useSold(filter: string, page: number) {
  return useQuery({
    queryKey: [key, 'sold', filter, page],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const paid = `status != 'pending' && boughtAt != ''${filter && ` && ${filter}`}`;
      const query = { filter: paid, sort: '-boughtAt,id', expand: 'instructor,learner', signal };
      return backend.collection('package_purchases').getList<PackagePurchase>(page, 20, query);
    },
    placeholderData: keepPreviousData,
  });
}

/** Orders a package once, however often it is sent: its price is locked then. */
export function useOrdering() {
  return useSending('package_purchases', (body: { instructor: string; minutes: number }) => body);
}

/** Gives back what is left of a package. */
export function useGivingBack() {
  return useSending('package_refunds', (packagePurchase: string) => ({ packagePurchase }));
}

function useSending<Given>(collection: string, bodyOf: (given: Given) => Record<string, unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (given: Given) => {
      const body = bodyOf(given);
      const request = `${collection} ${JSON.stringify(body)}`;
      const backend = await loadBackend();
      try {
        const made = await backend.collection(collection).create<{ id: string; refundCents?: number }>({
          id: pendingId(request),
          ...body,
        });
        forgetPendingId(request);
        return made;
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal && refusal.status < 500) forgetPendingId(request);
        throw error;
      }
    },
    onSettled: () =>
      Promise.all([[key], ['balance'], ['payments']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

type OfferChange = { instructor: string; minutes: number; discountPercent: number; active: boolean };

/** Sells a length at a discount, changes that, or sells it no more. What was sold keeps its price. */
export function useOfferChange(offer: PackageOffer | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ instructor, minutes, ...change }: OfferChange) => {
      const offers = (await loadBackend()).collection('package_offers');
      if (offer) await offers.update(offer.id, change);
      else await offers.create({ instructor, minutes, ...change });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [key, 'offers'] }),
  });
}
