import type { Row } from '../database/database.ts';
import { deviceOf } from '../devices/known-device.ts';
import type { Engine } from '../engine.ts';
import type { RequestContext } from '../http/route.ts';
import { countAttempt } from '../limits/count-attempt.ts';
import { renderMail } from '../mail/render-template.ts';
import { newId } from '../random.ts';
import { wireDate } from '../wire-date.ts';
import type { AuthCollection } from './auth-context.ts';
import { deleteOrigins, findOrigins, saveOrigin } from './origins.store.ts';

const maxOrigins = 5;
/** Of one account: its address may be somebody's who never saw it. What is more stands in the list of devices. */
const mails = { max: 20, seconds: 86_400 };

/**
 * Remembers the device that signs in and, when it is a new one and not the first, mails its owner (wire contract, section 11.3) and tells the
 * collection's hooks. The five that were used last are remembered.
 */
export async function alertOfNewDevice(
  engine: Engine,
  request: RequestContext,
  { collection, row }: { collection: AuthCollection; row: Row },
): Promise<void> {
  const { authAlert } = collection.auth;
  if (!authAlert.enabled) return;
  const { userAgent, fingerprint } = deviceOf(request);
  const now = wireDate(engine.clock.nowMs());
  const owner = { collectionRef: collection.id, recordRef: String(row.id) };
  const origins = await findOrigins(engine.db, owner);
  const isNew = !origins.some((origin) => origin.fingerprint === fingerprint);
  const key = `alerts:${collection.id}:${owner.recordRef}`;
  const isMailed = !isNew || origins.length === 0 || (await countAttempt(engine, { key, ...mails }));
  await engine.db.transaction(async (tx) => {
    const isFirstHere = await saveOrigin(tx, { ...owner, id: newId(engine.random), fingerprint, now });
    // Of two sign-ins from the new device at the same moment one tells of it.
    if (!isNew || !isFirstHere || origins.length === 0) return;
    await deleteOrigins(
      tx,
      origins.slice(maxOrigins - 1).map(({ id }) => id),
    );
    for (const hooks of engine.hooks.of(collection.name)) {
      await hooks.insideNewDevice?.({
        id: String(row.id),
        userAgent: request.userAgent,
        ip: request.ip,
        cause: fingerprint,
        tx,
      });
    }
    if (row.email === '' || !isMailed) return;
    const values = { ALERT_INFO: `${now} - ${request.ip} ${userAgent}` };
    await engine.mail.queue(
      tx,
      renderMail(engine, { template: authAlert.emailTemplate, collection, row, values, kind: 'notice' }),
    );
  });
}
