import { recordFromRow } from '../collections/record-row.ts';
import type { RecordValues } from '../collections/record-values.ts';
import type { Engine } from '../engine.ts';
import type { Action, Change } from './deliver.ts';
import { keepGoneRecords } from './gone-records.store.ts';

/** A change as other servers hear of it: ids only. A deleted record is found under `goneId` for a while. */
export type Notice = [collectionId: string, recordId: string, action: Action, goneId?: number];

/** The channel on which servers tell each other of changes. */
export const changesChannel = 'kerbside_changes';

/** Notices go together; a notification in each transaction would make commits queue behind each other. */
const batchMs = 10;
/** A notification holds at most 8,000 bytes. */
const maxNoticesAtOnce = 80;

export type NoticeSender = { add: (change: Change) => void; stop: () => Promise<void> };

/** Sends notices to the other servers a few milliseconds after the commits that caused them. */
export function createNoticeSender(getEngine: () => Engine, serverId: () => string): NoticeSender {
  let waiting: Change[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();

  async function send(changes: readonly Change[]): Promise<void> {
    const notices = await noticesOf(getEngine(), changes);
    for (let at = 0; at < notices.length; at += maxNoticesAtOnce) {
      const payload = JSON.stringify([serverId(), ...notices.slice(at, at + maxNoticesAtOnce)]);
      await getEngine().db.query('select pg_notify($1, $2)', [changesChannel, payload]);
    }
  }

  // One batch after the other, so that others hear of changes in their order.
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const changes = waiting;
    waiting = [];
    if (changes.length === 0) return;
    sending = sending
      .then(() => send(changes))
      .catch((error: unknown) => {
        getEngine().log.warn({ err: error }, 'Other servers could not be told of changes.');
      });
  }

  return {
    add(change) {
      waiting.push(change);
      timer ??= setTimeout(flush, batchMs);
    },
    async stop() {
      flush();
      await sending;
    },
  };
}

async function noticesOf(engine: Engine, changes: readonly Change[]): Promise<Notice[]> {
  const gone = changes.filter(({ action }) => action === 'delete');
  const kept = gone.length > 0 ? await keepGoneRecords(engine.db, gone.map(withoutSecrets), engine.clock.nowMs()) : [];
  return changes.map((change) => {
    const { collection, row, action } = change;
    const goneId = kept[gone.indexOf(change)];
    const id = String(row.id);
    return goneId === undefined ? [collection.id, id, action] : [collection.id, id, action, goneId];
  });
}

function withoutSecrets({ collection, row }: Change): RecordValues {
  const secrets = new Set(collection.fields.filter(({ type }) => type === 'password').map(({ name }) => name));
  if (collection.type === 'auth') secrets.add('tokenKey');
  const record = recordFromRow(collection, row);
  const kept = Object.entries(record).filter(([name]) => !secrets.has(name));
  return { ...Object.fromEntries(kept), id: record.id };
}
