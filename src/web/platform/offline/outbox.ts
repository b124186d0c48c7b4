import { newRecordId } from '../ground/record-id.ts';
import { refusalIn, refusedFields } from '../session/server-errors.ts';

/** What an instructor does on a day's lessons that is kept while there is no network. */
export type OutboxCollection = 'arrivals' | 'lesson_starts' | 'lesson_logs';

export type OutboxEntry = {
  collection: OutboxCollection;
  /** What is created; its id makes sending it twice harmless. */
  body: { id: string; lesson: string } & Record<string, unknown>;
  /** Why the server would not take it; it waits for its reader then. */
  refused?: string;
};

export type OutboxStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export type Send = (entry: Pick<OutboxEntry, 'collection' | 'body'>) => Promise<unknown>;

const keyOf = (user: string) => `kerbside_outbox_${user}`;

/** What waits on this device to be sent for somebody, in the order it was done. */
export function readOutbox(storage: OutboxStorage, user: string): OutboxEntry[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(user)) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export function writeOutbox(storage: OutboxStorage, user: string, entries: readonly OutboxEntry[]): void {
  if (entries.length === 0) storage.removeItem(keyOf(user));
  else storage.setItem(keyOf(user), JSON.stringify(entries));
}

/**
 * Sends something, or keeps it where no answer came: also behind what waits already, since a lesson is not finished before it is started. A
 * refusal is thrown. Answers whether it was kept.
 */
export async function sendOrKeep(
  { collection, body }: { collection: OutboxCollection; body: { lesson: string } & Record<string, unknown> },
  { storage, user, send }: { storage: OutboxStorage; user: string; send: Send },
): Promise<boolean> {
  const entry = { collection, body: { ...body, id: newRecordId() } };
  const waiting = readOutbox(storage, user);
  if (waiting.every(({ refused }) => refused !== undefined)) {
    try {
      await send(entry);
      return false;
    } catch (error) {
      if (refusalIn(error)) throw error;
    }
  }
  writeOutbox(storage, user, [...readOutbox(storage, user), entry]);
  return true;
}

/**
 * Sends what waits, in order, and stops where no answer comes. What the server refuses stays with the reason, for its reader to see and put
 * away. Answers how many were taken.
 */
export async function sendOutbox({
  storage,
  user,
  send,
  reasonOf,
}: {
  storage: OutboxStorage;
  user: string;
  send: Send;
  reasonOf: (error: unknown) => string;
}): Promise<number> {
  let taken = 0;
  for (const entry of readOutbox(storage, user)) {
    if (entry.refused !== undefined) continue;
    const left = () => readOutbox(storage, user);
    try {
      await send(entry);
      taken++;
      writeOutbox(
        storage,
        user,
        left().filter(({ body }) => body.id !== entry.body.id),
      );
    } catch (error) {
      const refusal = refusalIn(error);
      if (!refusal || refusal.status >= 500 || refusal.status === 401 || refusal.status === 429) return taken;
      const refused = refusedFields(error)[0]?.message || reasonOf(error);
      writeOutbox(
        storage,
        user,
        left().map((one) => (one.body.id === entry.body.id ? { ...one, refused } : one)),
      );
    }
  }
  return taken;
}
