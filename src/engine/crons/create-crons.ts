import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Sweeper } from '../jobs/sweepers.ts';
import type { Logger } from '../log.ts';
import { findLastRuns, markBegun } from './cron-runs.store.ts';
import { isDueBetween } from './is-due-between.ts';
import { parseCron } from './parse-cron.ts';

/** Work on a schedule. Runs on one server at a time; running it twice must be harmless. */
export type CronJob = {
  id: string;
  /** Five fields or a macro, in UTC; undefined while the job is switched off. */
  expression: () => string | undefined;
  run: () => Promise<void>;
};

export type Crons = {
  add: (...jobs: CronJob[]) => void;
  /** The jobs that are switched on, the product's own before those of the engine, which begin with `__pb`. */
  list: () => Array<{ id: string; expression: string }>;
  /** Begins a job now, in the background; false when there is none of that id. */
  begin: (id: string) => boolean;
  /** Begins what came due since it was last begun. */
  sweeper: Sweeper;
  /** Comes back when what was begun here is done. */
  done: () => Promise<void>;
};

const sweepMs = 15_000;

/** A timetable without jobs. */
export function createCrons({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): Crons {
  const jobs: CronJob[] = [];
  const running = new Set<Promise<void>>();

  function start(job: CronJob): void {
    const work = job.run().catch((error: unknown) => log.error({ err: error, cron: job.id }, 'A cron job failed.'));
    running.add(work);
    void work.then(() => running.delete(work));
  }

  async function startDue(nowMs: number): Promise<void> {
    const lastRuns = await findLastRuns(
      db,
      jobs.map(({ id }) => id),
      nowMs,
    );
    for (const job of jobs) {
      const parsed = parseCron(job.expression() ?? '');
      const lastMs = lastRuns.get(job.id) ?? nowMs;
      if (!parsed.ok || !isDueBetween(parsed.schedule, lastMs, nowMs)) continue;
      if (await markBegun(db, { id: job.id, lastMs, nowMs })) start(job);
    }
  }

  return {
    add: (...more) => void jobs.push(...more),
    list() {
      const isOwn = ({ id }: { id: string }) => !id.startsWith('__pb');
      const on = jobs.flatMap(({ id, expression }) => {
        const text = expression();
        return text === undefined ? [] : [{ id, expression: text }];
      });
      const own = on.filter(isOwn).sort((one, other) => (one.id < other.id ? -1 : 1));
      return [...own, ...on.filter((job) => !isOwn(job))];
    },
    begin(id) {
      const job = jobs.find((candidate) => candidate.id === id && candidate.expression() !== undefined);
      if (job) {
        log.info({ cron: id }, 'A cron job was begun by hand.');
        start(job);
      }
      return job !== undefined;
    },
    sweeper: { name: 'crons', everyMs: sweepMs, run: () => startDue(clock.nowMs()) },
    async done() {
      await Promise.all(running);
    },
  };
}
