import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ConnectionCounts } from '../database/database.ts';
import type { AnsweredCall } from '../http/create-http-server.ts';
import type { JobCount } from '../jobs/count-jobs.ts';
import type { Swept } from '../jobs/sweepers.ts';

/** What is looked at when somebody asks for the figures. */
export type MetricSources = {
  connections: () => ConnectionCounts;
  streams: () => number;
  jobs: () => Promise<JobCount[]>;
  /** Milliseconds that the machine's clock is ahead of the database's; undefined while nobody knows. */
  clockAheadMs: () => Promise<number | undefined>;
};

/** A figure of the product, read when somebody asks for the figures: its name without the prefix, and its value by label. */
export type Reading = {
  name: string;
  help: string;
  label: string;
  read: () => Promise<Array<{ of: string; value: number }>>;
};

export type Metrics = {
  /** Adds a figure of the product's. Where it can't be read it is left out. */
  add: (reading: Reading) => void;
  observe: (call: AnsweredCall) => void;
  noteSweep: (swept: Swept) => void;
  /** A message was more than its receiver gets. */
  noteWithheld: (kind: string) => void;
  /** All figures in the text format of Prometheus. */
  read: () => Promise<{ type: string; text: string }>;
};

/** From what nobody notices to what everybody does, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const prefix = 'kerbside_';

/**
 * The figures of one server for Prometheus. Labels are names of ours (routes, kinds, sweepers), never what somebody sent, so that their
 * number is bounded.
 */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const calls = new Histogram({
    name: `${prefix}http_request_duration_seconds`,
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets,
    registers,
  });
  const sweptAt = new Gauge({
    name: `${prefix}sweeper_last_success_timestamp_seconds`,
    help: 'When a sweeper last came to its end on this server, by the product’s clock.',
    labelNames: ['sweeper'] as const,
    registers,
  });
  const interval = new Gauge({
    name: `${prefix}sweeper_interval_seconds`,
    help: 'How often a sweeper runs: a last success older than twice this is late.',
    labelNames: ['sweeper'] as const,
    registers,
  });
  const sweepFailures = new Counter({
    name: `${prefix}sweeper_failures_total`,
    help: 'Sweeps that ended with an error.',
    labelNames: ['sweeper'] as const,
    registers,
  });
  const withheld = new Counter({
    name: `${prefix}messages_withheld_total`,
    help: 'Mails and text messages that were not sent because their receiver had as many of the kind as there are in a day.',
    labelNames: ['kind'] as const,
    registers,
  });
  addReadings(registers, sources);
  let isWatchingProcess = false;
  return {
    observe: ({ method, route, status, seconds }) => calls.observe({ method, route, status }, seconds),
    noteSweep({ name, nowMs, everyMs, isDone }) {
      interval.set({ sweeper: name }, everyMs / 1000);
      if (isDone) sweptAt.set({ sweeper: name }, nowMs / 1000);
      else sweepFailures.inc({ sweeper: name });
    },
    noteWithheld: (kind) => withheld.inc({ kind }),
    add: (reading) => addReading(registers, reading),
    async read() {
      // Watching memory and the event loop costs a little all the time: only where somebody wants to know.
      if (!isWatchingProcess) collectDefaultMetrics({ register: registry, prefix });
      isWatchingProcess = true;
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

function addReading(registers: Registry[], { name, help, label, read }: Reading): void {
  new Gauge({
    name: `${prefix}${name}`,
    help,
    labelNames: [label],
    registers,
    async collect() {
      this.reset();
      for (const { of, value } of await read().catch(() => [])) this.set({ [label]: of }, value);
    },
  });
}

// What has a state of its own is read when it is asked for.
function addReadings(registers: Registry[], sources: MetricSources): void {
  new Gauge({
    name: `${prefix}database_connections`,
    help: 'Connections of the pool to the database, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const [state, count] of Object.entries(sources.connections())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: `${prefix}realtime_streams`,
    help: 'Open streams of realtime on this server.',
    registers,
    collect() {
      this.set(sources.streams());
    },
  });
  new Gauge({
    name: `${prefix}clock_ahead_seconds`,
    help: 'How far the clock of this machine is ahead of the database’s; behind it where it is negative.',
    registers,
    async collect() {
      const aheadMs = await sources.clockAheadMs();
      if (aheadMs === undefined) this.reset();
      else this.set(aheadMs / 1000);
    },
  });
  new Gauge({
    name: `${prefix}jobs`,
    help: 'Jobs of all servers that are not done, or that gave up, also where there are 0; none are shown while the database is away.',
    labelNames: ['kind', 'state'] as const,
    registers,
    async collect() {
      this.reset();
      const counts = await sources.jobs().catch((): JobCount[] => []);
      for (const { kind, state, count } of counts) this.set({ kind, state }, count);
    },
  });
}
