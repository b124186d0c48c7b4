import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log.ts';
import { newId, type Random } from '../random.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { insertLogs, type LogEntry } from './logs.store.ts';

/** The operator's log as it is written: entries are kept in memory for a moment, so that no request waits for it. */
export type LogBook = {
  add: (entry: Pick<LogEntry, 'level' | 'message' | 'data'>) => void;
  /** Writes down what waits. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
};

type LogBookOptions = { db: Database; clock: Clock; random: Random; settings: SettingsStore; log: Logger };

const batchSize = 200;
const batchMs = 3_000;
/** While the database is away the newest so many are kept. */
const maxWaiting = 10_000;

/** An empty book; entries go to the database 200 at a time or after 3 seconds (wire contract, section 17). */
export function createLogBook({ db, clock, random, settings, log }: LogBookOptions): LogBook {
  let waiting: LogEntry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const entries = waiting.slice(0, batchSize);
      try {
        await insertLogs(db, entries);
      } catch (error) {
        log.warn({ err: error }, 'The log could not be written; it is tried again.');
        waiting = waiting.slice(-maxWaiting);
        timer ??= setTimeout(() => void flush(), batchMs).unref();
        return;
      }
      waiting = waiting.slice(entries.length);
    }
  }

  return {
    add({ level, message, data }) {
      const { maxDays, minLevel } = settings.current().logs;
      if (maxDays === 0 || level < minLevel) return;
      waiting.push({ id: newId(random), createdMs: clock.nowMs(), level, message, data });
      if (waiting.length === batchSize) void flush();
      else timer ??= setTimeout(() => void flush(), batchMs).unref();
    },
    flush,
    async close() {
      await flush();
      clearTimeout(timer);
    },
  };
}
