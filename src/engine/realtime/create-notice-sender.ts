import type { Engine } from '../engine.ts';
import type { Action } from './deliver.ts';

/** A change as other servers hear of it: ids only. */
export type Notice = [collectionId: string, recordId: string, action: Action];

/** The channel on which servers tell each other of changes. */
export const changesChannel = 'kerbside_changes';

/** Notices go together; a notification in each transaction would make commits queue behind each other. */
const batchMs = 10;
/** A notification holds at most 8,000 bytes. */
const maxNoticesAtOnce = 100;

export type NoticeSender = { add: (notice: Notice) => void; stop: () => void };

/** Sends notices to the other servers a few milliseconds after the commits that caused them. */
export function createNoticeSender(getEngine: () => Engine, serverId: () => string): NoticeSender {
  let waiting: Notice[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function send(): Promise<void> {
    timer = undefined;
    const notices = waiting;
    waiting = [];
    for (let at = 0; at < notices.length; at += maxNoticesAtOnce) {
      const payload = JSON.stringify([serverId(), ...notices.slice(at, at + maxNoticesAtOnce)]);
      await getEngine().db.query('select pg_notify($1, $2)', [changesChannel, payload]);
    }
  }

  return {
    add(notice) {
      waiting.push(notice);
      timer ??= setTimeout(() => {
        send().catch((error: unknown) => {
          getEngine().log.warn({ err: error }, 'Other servers could not be told of changes.');
        });
      }, batchMs);
    },
    stop: () => clearTimeout(timer),
  };
}
