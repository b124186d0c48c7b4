import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { notificationsPath } from '#rules/paths/account-paths.ts';
import { notifyOnce } from '../notifications/notify-once.ts';
import { lockSending, noteTold, type SendingBroadcast, takeRecipients } from './broadcasts.store.ts';

const atOnce = 100;

/**
 * Tells those whom a broadcast goes to, a hundred in a transaction, until none is left or it is stopped. Who is told is marked in the transaction that tells
 * them, and each has one notification of it at most: whatever fails between, nobody is told twice and nobody is left out.
 */
export async function sendBroadcast(engine: Engine, id: string): Promise<void> {
  while ((await engine.db.transaction((tx) => tellSome(engine, tx, id))) === atOnce);
}

async function tellSome(engine: Engine, tx: Transaction, id: string): Promise<number> {
  const broadcast = await lockSending(tx, id);
  if (!broadcast) return 0;
  const users = await takeRecipients(tx, id, atOnce);
  await notifyOnce(
    engine,
    tx,
    users.map((user) => newsOf(broadcast, user, `broadcast:${id}:${user}`)),
  );
  const told = { id, told: users.length, isDone: users.length < atOnce, nowMs: engine.clock.nowMs() };
  const row = await noteTold(tx, told);
  const collection = engine.collections.get('broadcasts');
  if (row) {
    tx.afterCommit(() => engine.realtime.publish({ collection, row, action: 'update' }));
  }
  return users.length;
}

/** A broadcast as one person is told of it. */
export function newsOf(broadcast: Omit<SendingBroadcast, 'id'>, user: string, key: string) {
  const { title, message, kind } = broadcast;
  return {
    user,
    key,
    link: notificationsPath,
    type: 'system' as const,
    category: kind === 'offers' ? ('marketing' as const) : ('system' as const),
    isRequired: kind === 'necessary',
    write: () => ({ title, message }),
  };
}
