import type { Engine } from '#engine/engine.ts';
import { termsChangesSince, termsInForce } from '#rules/terms/terms-versions.ts';
import type { TermsAnswer } from '#wire/terms.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { acceptByTick, findAcceptances } from './terms.store.ts';

/** The terms in force, and what of them an account has agreed to, the newest first. The tick of its registration counts from the first read on. */
export async function readTerms(engine: Engine, user: string): Promise<TermsAnswer> {
  const nowMs = engine.clock.nowMs();
  const { version, fromMs } = termsInForce(nowMs);
  let acceptances = await findAcceptances(engine.db, user);
  if ((acceptances[0]?.version ?? 0) < version && (await acceptByTick(engine.db, user, version))) {
    acceptances = await findAcceptances(engine.db, user);
  }
  const last = acceptances[0]?.version;
  return {
    version,
    inForceFrom: isoInstant(fromMs),
    isAccepted: last !== undefined && last >= version,
    changes: termsChangesSince(nowMs, last),
    acceptances: acceptances.map(({ accepted, ...entry }) => ({ ...entry, accepted: isoInstant(accepted.getTime()) })),
  };
}
