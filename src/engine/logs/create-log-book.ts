import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Caller } from '../http/body-limits.ts';
import { budgetOf } from '../limits/budgets.ts';
import type { Logger } from '../log.ts';
import { newId, type Random } from '../random.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { createLogAllowance } from './create-log-allowance.ts';
import { insertLogs, type LogEntry } from './logs.store.ts';

/** The operator's log as it is written: entries are kept in memory for a moment, so that no request waits for it. */
export type LogBook = {
  /** `caller` is whose share of the log it takes; undefined: it is always written. */
  add: (entry: Pick<LogEntry, 'level' | 'message' | 'data'>, caller: Caller | undefined) => void;
  /** Writes down what waits. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
};

type LogBookOptions = { db: Database; clock: Clock; random: Random; settings: SettingsStore; log: Logger };

const batchSize = 200;
const batchMs = 3_000;
/** While the database is away, or slower than what comes, so much waits; more is left out. */
const maxWaitingBytes = 16 * 1024 * 1024;
/** What an entry takes in memory besides its texts. */
const entryBytes = 500;
const warning = 4;

/**
 * An empty book; entries go to the database 200 at a time or after 3 seconds (wire contract, section 17). Strangers decide how many there are and what
 * stands in them: what is more than the budget has for an hour, or waits already, is left out, and how many that were is an entry of its own.
 */
export function createLogBook({ db, clock, random, settings, log }: LogBookOptions): LogBook {
  const waiting: LogEntry[] = [];
  let waitingBytes = 0;
  let lost = 0;
  const allowance = createLogAllowance(clock, () => budgetOf(settings.current(), 'loggedKibPerHour') * 1024);
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
        timer ??= setTimeout(() => void flush(), batchMs).unref();
        return;
      }
      waiting.splice(0, entries.length);
      for (const entry of entries) waitingBytes -= sizeOf(entry);
    }
  }

  function append(entry: Pick<LogEntry, 'level' | 'message' | 'data'>): void {
    const next = { id: newId(random), createdMs: clock.nowMs(), ...entry };
    const bytes = sizeOf(next);
    if (waitingBytes + bytes > maxWaitingBytes) {
      lost++;
      return;
    }
    waiting.push(next);
    waitingBytes += bytes;
    if (waiting.length === batchSize) void flush();
    else timer ??= setTimeout(() => void flush(), batchMs).unref();
  }

  function tellLeftOut(): void {
    // Told once there is room for it again.
    if (waitingBytes > maxWaitingBytes / 2) return;
    const leftOut = allowance.takeLeftOut() + lost;
    lost = 0;
    if (leftOut === 0) return;
    append({
      level: warning,
      message: `${leftOut} requests were left out of the log: more came than it takes.`,
      data: {},
    });
  }

  return {
    add(entry, caller) {
      const { maxDays, minLevel } = settings.current().logs;
      if (maxDays === 0 || entry.level < minLevel) return;
      tellLeftOut();
      if (caller === undefined || allowance.take(caller, sizeOf(entry))) append(entry);
    },
    flush,
    async close() {
      await flush();
      clearTimeout(timer);
    },
  };
}

/** What an entry takes, here and in the database, by its texts. */
function sizeOf({ message, data }: Pick<LogEntry, 'message' | 'data'>): number {
  let bytes = entryBytes + message.length;
  for (const value of Object.values(data)) {
    if (typeof value === 'string') bytes += value.length;
    else if (typeof value === 'object') bytes += JSON.stringify(value).length;
  }
  return bytes;
}
