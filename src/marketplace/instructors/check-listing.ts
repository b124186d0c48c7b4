import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { hasAcceptedLicence } from './listing.store.ts';

/**
 * Nobody is listed unseen: the platform's people can list an instructor only who was verified and whose licence was accepted. What a superuser sets is taken as fact.
 */
export async function checkListing(
  { auth, system, record, original, db }: RecordEvent,
  message: string,
): Promise<void> {
  if (system || auth?.isSuperuser || record.status !== 'listed' || original?.status === 'listed') return;
  if (record.verifiedAt !== '' && original && (await hasAcceptedLicence(db, original.id))) return;
  throw badRequest(message, {
    status: { code: 'not_verified', message: 'Check and accept the licence first: nobody is listed unseen.' },
  });
}
