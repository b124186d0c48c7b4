import type { Engine } from '#engine/engine.ts';
import { sendDemandedMail } from './send-notifications.ts';

/** A notification may be deleted by whom it was for; the mail that depends on nothing they chose goes out before it. */
export function registerNotificationHooks(engine: Engine): void {
  engine.hooks.on('notifications', { beforeDelete: ({ record }) => sendDemandedMail(engine, record.id) });
}
