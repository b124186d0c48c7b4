import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { Sweeper } from '#engine/jobs/sweepers.ts';
import type { Mail } from '#engine/mail/mail-queue.ts';
import { isWanted } from '#rules/notifications/preferences.ts';
import { messagesPath } from '#rules/paths/message-paths.ts';
import { type Delivery, markDeliveries, takeDemandedMail, takeDueDeliveries } from './deliveries.store.ts';
import { writeNotificationMail } from './write-notification-mail.ts';

const batchSize = 100;

/**
 * Sends what is due of notifications: mails go into the outbox, push and SMS into the job queue. What was read meanwhile, or is no
 * longer wanted, is dropped unless it is required.
 */
export function sendNotifications(engine: Engine): Sweeper {
  return {
    name: 'send-notifications',
    everyMs: 5000,
    async run(nowMs) {
      while ((await engine.db.transaction((tx) => sendBatch(engine, tx, nowMs))) === batchSize);
    },
  };
}

async function sendBatch(engine: Engine, tx: Transaction, nowMs: number): Promise<number> {
  const due = await takeDueDeliveries(tx, nowMs, batchSize);
  const [wanted, dropped] = [due.filter(isStillWanted), due.filter((delivery) => !isStillWanted(delivery))];
  const mails = wanted.filter(({ channel }) => channel === 'email');
  const calls = wanted.filter(({ channel }) => channel !== 'email');
  await markDeliveries(tx, idsOf(dropped), 'dropped');
  await markDeliveries(tx, idsOf(mails), 'sent');
  await markDeliveries(tx, idsOf(calls), 'queued');
  await queueMails(engine, tx, mails);
  for (const { id } of calls) await engine.jobs.add(tx, 'send-notification', { delivery: id });
  return due.length;
}

/** What has to be told by mail is told though its notification is about to be deleted: else whoever has a session could keep it from the account's owner. */
export async function sendDemandedMail(engine: Engine, notification: string): Promise<void> {
  await engine.db.transaction(async (tx) => {
    const mails = await takeDemandedMail(tx, notification);
    await markDeliveries(tx, idsOf(mails), 'sent');
    await queueMails(engine, tx, mails);
  });
}

function isStillWanted({ isRequired, isRead, preferences, channel, category }: Delivery): boolean {
  return isRequired || (!isRead && isWanted(preferences, channel, category));
}

const idsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ id }) => id);

// Anybody who may write to somebody makes such a mail.
function kindOf({ link }: Delivery): Mail['kind'] {
  return link.startsWith(`${messagesPath}/`) ? 'note' : 'notice';
}

// Together, so that two servers count receivers in the same order.
async function queueMails(engine: Engine, tx: Transaction, deliveries: readonly Delivery[]): Promise<void> {
  const letters = deliveries.flatMap((delivery) => {
    const { email: address, name, notification } = delivery;
    if (address === '') return [];
    const mail = {
      to: name === '' ? { address } : { address, name },
      kind: kindOf(delivery),
      ...writeNotificationMail(delivery, engine.publicUrl),
    };
    return [{ mail, key: `notification:${notification}` }];
  });
  await engine.mail.queueAll(tx, letters);
}
