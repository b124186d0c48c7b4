import type { Engine } from '#engine/engine.ts';
import { termsInForce } from '#rules/terms/terms-versions.ts';
import { noteTick } from './terms.store.ts';

/** The key of a new user's body that says which version of the terms was ticked; it is no field. */
const ticked = 'agreedTerms';

/**
 * Keeps the tick of a registration with the account, whichever browser signs in to it first. Only the version in force counts. An account that begins
 * clean loses it, as its owner ticked nothing.
 */
export function registerTermsHooks(engine: Engine): void {
  engine.hooks.on('users', {
    async insideCreate({ tx, system, body, record }) {
      const { version } = termsInForce(engine.clock.nowMs());
      if (!system && body.fields[ticked] === version) await noteTick(tx, record.id, version);
    },
  });
}
