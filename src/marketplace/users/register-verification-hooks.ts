import { isAuthCollection } from '#engine/auth/auth-context.ts';
import { queueVerification } from '#engine/auth/queue-verification.ts';
import type { Engine } from '#engine/engine.ts';
import { findRow } from '#engine/records/record-store.ts';

/**
 * Sends who registers the mail with the link that proves their address (docs/decisions/0043). An account that an admin
 * or the server itself makes is not asked: its owner did not just type the address and waits for no mail.
 */
export function registerVerificationHooks(engine: Engine): void {
  engine.hooks.on('users', {
    async insideCreate({ tx, auth, system, collection, record }) {
      if (system || auth !== null || record.verified === true || !isAuthCollection(collection)) return;
      const row = await findRow(tx, collection, record.id);
      if (row) await queueVerification(engine, tx, { collection, row });
    },
  });
}
