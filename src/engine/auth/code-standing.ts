import { findKnownDevice } from '../devices/known-device.ts';
import type { Engine } from '../engine.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import { usualRefusal } from '../http/api-error.ts';
import type { RequestContext } from '../http/route.ts';
import type { AuthCollection } from './auth-context.ts';
import { findChallenge } from './challenges.store.ts';
import { readMfaId } from './check-second-factor.ts';

/**
 * What an account knows of who asks for its codes or tries them: somebody half-way in (they knew its password just now), a device that was signed in
 * before, or a stranger. Each has codes and tries of its own, so that no stranger uses up those of the owner on a new device.
 */
export type CodeStanding = 'halfway' | 'known' | 'strange';

type Asked = {
  collection: AuthCollection;
  recordRef: string;
  /** The half-finished sign-in that was checked already; else the request names it. */
  mfaId?: string | undefined;
};

/** As which of them a request counts for an account; without one it is a stranger's. */
export async function codeStandingOf(
  engine: Engine,
  request: RequestContext,
  { collection, recordRef, mfaId }: Asked,
): Promise<CodeStanding> {
  if (recordRef === '') return 'strange';
  if (await isHalfway(engine, request, { collection, recordRef, mfaId })) return 'halfway';
  return (await findKnownDevice(engine, request, { collectionRef: collection.id, recordRef })) ? 'known' : 'strange';
}

async function isHalfway(
  engine: Engine,
  request: RequestContext,
  { collection, recordRef, mfaId: checked }: Asked,
): Promise<boolean> {
  const mfaId = checked ?? readMfaId(ruleRequestOf(request, (await request.body(usualRefusal)).fields));
  const challenge = mfaId === '' ? undefined : await findChallenge(engine.db, mfaId);
  return (
    challenge?.method === 'password' &&
    challenge.collectionRef === collection.id &&
    challenge.recordRef === recordRef &&
    challenge.created.getTime() > engine.clock.nowMs() - collection.auth.mfa.duration * 1000
  );
}
