import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import type { DeliveryWays } from './delivery-ways.ts';
import { deleteOldSubscriptions, noteSession, takeOverEndpoint } from './push-subscriptions.store.ts';

/** A browser is its signed-in person's alone, and its address must be a push service's. */
export function registerPushHooks(engine: Engine, { push }: DeliveryWays): void {
  engine.hooks.on('push_subscriptions', {
    async beforeCreate(event) {
      const { record } = event;
      if (!isTrusted(event)) record.user = event.auth?.id ?? '';
      if (!push?.isService(String(record.endpoint))) {
        const message = push ? 'This is no push service that we know.' : 'This server has no push service.';
        throw refuseCreate('endpoint', 'not_a_push_service', message);
      }
      await takeOverEndpoint(engine.db, String(record.endpoint), String(record.user));
    },
    async insideCreate({ tx, record, auth }) {
      if (auth && auth.id === record.user) await noteSession(tx, record.id, auth.sessionId);
      await deleteOldSubscriptions(tx, String(record.user));
    },
  });
}

function isTrusted({ system, auth }: RecordEvent): boolean {
  return system || auth?.isSuperuser === true;
}
