import type { Engine } from '#engine/engine.ts';
import { countAttempt, takeBackAttempt } from '#engine/limits/count-attempt.ts';
import { isWanted } from '#rules/notifications/preferences.ts';
import { afterQuietHours } from '#rules/notifications/quiet-hours.ts';
import { notificationsPath } from '#rules/paths/account-paths.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import {
  type Delivery,
  findQueuedDeliveries,
  findQueuedDelivery,
  markDeliveries,
  putOffDelivery,
} from './deliveries.store.ts';
import type { DeliveryWays, SendOutcome, SmsSender } from './delivery-ways.ts';
import { mobileNumber } from './mobile-number.ts';
import { pushToBrowsers } from './push-to-browsers.ts';

/** News that could not be sent for so long is no news any more, in milliseconds. */
const staleMs = 12 * 3_600_000;

/** Jobs that hand one queued delivery to its provider. One that is tried again in the quiet hours waits for the morning. */
export function registerDeliveryJobs(engine: Engine, ways: DeliveryWays): void {
  engine.jobs.handle('send-notification', {
    run: (data) => deliverToPhone(engine, ways, Number(data.delivery)),
    findWaiting: () => findQueuedDeliveries(engine.db),
  });
}

async function deliverToPhone(engine: Engine, ways: DeliveryWays, id: number): Promise<void> {
  const delivery = await findQueuedDelivery(engine.db, id);
  if (!delivery) return;
  const nowMs = engine.clock.nowMs();
  const allowedMs = afterQuietHours(platformZone, nowMs);
  if (allowedMs > nowMs) return putOffDelivery(engine.db, id, allowedMs);
  const { isRead, preferences, channel, category, dueMs } = delivery;
  if (isRead || !isWanted(preferences, channel, category) || nowMs - dueMs > staleMs) return drop(engine, id);
  const outcome = await send(engine, ways, delivery);
  if (outcome.ok) return markDeliveries(engine.db, [id], 'sent');
  if (!outcome.isFinal) throw new Error(`A notification could not be sent: ${outcome.reason}`);
  engine.log.warn({ delivery: id, channel, reason: outcome.reason }, 'A notification was refused and is given up.');
  return drop(engine, id);
}

function drop(engine: Engine, id: number): Promise<void> {
  return markDeliveries(engine.db, [id], 'dropped');
}

function send(engine: Engine, ways: DeliveryWays, delivery: Delivery): Promise<SendOutcome> {
  if (delivery.channel === 'sms' && ways.sms) return sendSms(engine, ways.sms, delivery);
  if (delivery.channel === 'push' && ways.push) return pushToBrowsers(engine, ways.push, delivery);
  return Promise.resolve({ ok: false, isFinal: true, reason: 'there is no provider on this server' });
}

async function sendSms(engine: Engine, sms: SmsSender, delivery: Delivery): Promise<SendOutcome> {
  const to = mobileNumber(delivery.phone);
  if (!to) return { ok: false, isFinal: true, reason: 'the account has no Singapore mobile number' };
  if (!delivery.isPhoneProved) return { ok: false, isFinal: true, reason: 'nobody has proved the number' };
  // Each costs the operator money.
  const keys = [`sms:${delivery.user}`, `sms:${to}`];
  for (const [place, key] of keys.entries()) {
    if (await countAttempt(engine, { key, ...messages })) continue;
    await takeBack(engine, keys.slice(0, place));
    return {
      ok: false,
      isFinal: true,
      reason: 'the account, or the number, had as many messages as there are in a day',
    };
  }
  return sendCounted(sms, { to, text: smsText(delivery, engine.publicUrl) }, () => takeBack(engine, keys));
}

/** Sends a message that was counted; one that was certainly not sent counts as none. */
async function sendCounted(
  sms: SmsSender,
  message: Parameters<SmsSender['send']>[0],
  uncount: () => Promise<void>,
): Promise<SendOutcome> {
  try {
    const outcome = await sms.send(message);
    if (!outcome.ok && !outcome.mayBeSent) await uncount();
    return outcome;
  } catch (error) {
    if (isUnreached(error)) await uncount();
    throw error;
  }
}

/** What Node says where there was no connection at all: whatever else failed may have failed after the provider had the message. */
const unreached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

function isUnreached(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && unreached.includes(String(cause.code));
}

async function takeBack(engine: Engine, keys: readonly string[]): Promise<void> {
  for (const key of keys) await takeBackAttempt(engine, { key });
}

/** Of one account, and to one number. What is more is read in the product. */
const messages = { max: 30, seconds: 86_400 };

/** Two messages' length at most: what is longer is read in the product. */
const longestSms = 300;

function smsText({ title, message, link }: Delivery, publicUrl: string): string {
  const words = `Kerbside: ${title}. ${message}`;
  const address = `${publicUrl}${link.startsWith('/') ? link : notificationsPath}`;
  const room = Math.max(80, longestSms - address.length - 1);
  return `${words.length > room ? `${words.slice(0, room - 1)}…` : words} ${address}`;
}
