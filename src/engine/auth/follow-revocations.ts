import type { Database } from '../database/database.ts';
import { addRevocationTriggers } from '../database/revocation-triggers.ts';
import type { Logger } from '../log.ts';
import { findRevoked, findSilentTables, type Revoked, revocationsChannel } from './revocations.store.ts';

type Options = {
  getParts: () => { db: Database; log: Logger };
  onRevoked: (revoked: Revoked) => void;
  /** Whether this server hears of revocations now. While it does not, nothing that it remembers of tokens may be trusted. */
  setHearing: (isHearing: boolean) => void;
  /** It hears again: anything may have been revoked meanwhile. */
  onGap: () => void;
};

export type RevocationFollower = { start: () => Promise<void>; stop: () => Promise<void> };

/** A notification may be lost on a connection that only looks alive, so the table is read anyway. */
const readEveryMs = 2000;
/** Without a reading for so long the server counts as deaf; several readings fit in. */
const deafAfterMs = 5000;

/**
 * Follows who was changed, deleted or signed out, on whichever server and even when that one died at once: the database itself says so. A
 * token that was ended is refused here as soon as the notification is read, at the latest after `deafAfterMs`.
 */
export function followRevocations({ getParts, onRevoked, setHearing, onGap }: Options): RevocationFollower {
  let mark: string | undefined;
  let isConnected = false;
  let isHearing = false;
  let isStopped = false;
  let isWanted = false;
  let reading: Promise<void> | undefined;
  let reader: NodeJS.Timeout | undefined;
  let deafener: NodeJS.Timeout | undefined;

  function turnDeaf(): void {
    isHearing = false;
    mark = undefined;
    setHearing(false);
  }

  async function readOnce(): Promise<void> {
    const read = await findRevoked(getParts().db, mark);
    if (!isConnected || isStopped) return;
    clearTimeout(deafener);
    deafener = setTimeout(turnDeaf, deafAfterMs).unref();
    mark = read.mark;
    for (const revoked of read.revoked) onRevoked(revoked);
    if (isHearing) return;
    isHearing = true;
    onGap();
    setHearing(true);
  }

  // Whoever calls while it is being read gets a reading that begins later.
  function read(): Promise<void> {
    isWanted = true;
    reading ??= (async () => {
      while (isWanted && !isStopped) {
        isWanted = false;
        await readOnce();
      }
    })().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  function readLater(): void {
    read().catch((error: unknown) => getParts().log.warn({ err: error }, 'Revocations could not be read.'));
  }

  return {
    async start() {
      const { db } = getParts();
      for (const table of await findSilentTables(db)) await addRevocationTriggers(db, table);
      await db.listen(revocationsChannel, readLater, (isBack) => {
        isConnected = isBack;
        if (isBack) readLater();
        else turnDeaf();
      });
      isConnected = true;
      await read();
      reader = setInterval(readLater, readEveryMs).unref();
    },
    async stop() {
      isStopped = true;
      clearInterval(reader);
      clearTimeout(deafener);
      await reading?.catch(() => {});
    },
  };
}
