/*
 * The product in a process of its own, for what has to be killed or measured from outside: it is loaded, and starts when the parent says where; its clock
 * stands until the parent moves it, its jobs run when the parent says so, and its calls of the database are counted. Forked by start-server-process.ts.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import pg from 'pg';
import { createLogger } from '#engine/log.ts';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { ensurePlatformFacts } from '#marketplace/platform/facts/ensure-platform-facts.ts';
import { createApp } from '../../src/create-app.ts';
import { createMoodyProvider, hearNews } from './histories/moody-provider.ts';
import type { Question, ServerStart } from './start-server-process.ts';

process.send?.({ isLoaded: true });
const [{ databaseUrl, dataDir, paidFile, nowMs: startMs }] = (await once(process, 'message')) as [ServerStart];
let nowMs = startMs;
let untilDeath = Number.POSITIVE_INFINITY;
const counts = { asked: 0, others: 0 };
/** What is done because somebody asked, in contrast to the queue's own work. */
const asked = new AsyncLocalStorage<true>();

const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
  if (asked.getStore()) {
    counts.asked++;
    // Between two calls of the database: what was committed is, what was not is not.
    if (untilDeath-- <= 0) process.kill(process.pid, 'SIGKILL');
  } else counts.others++;
  return query.apply(this, given);
} as typeof pg.Client.prototype.query;

const provider = paidFile ? createMoodyProvider(paidFile) : createSandboxProvider();
const app = await createApp({
  connection: { connectionString: databaseUrl },
  clock: { nowMs: () => nowMs },
  // A provider of moods is silent at times, which is an error to whoever reads the log.
  log: createLogger(paidFile ? 'silent' : 'error'),
  publicUrl: 'http://kerbside.example',
  isDevelopment: true,
  dataDir,
  provider,
});
await ensurePlatformFacts(app.engine);
app.http.addHook('preHandler', (_request, _reply, done) => asked.run(true, done));
const url = await app.http.listen({ port: 0, host: '127.0.0.1' });

async function answer(question: Question): Promise<unknown> {
  switch (question.what) {
    case 'clock':
      nowMs = question.nowMs;
      return undefined;
    case 'sweep':
      return asked.run(true, () => app.sweepers.runDue());
    case 'hear':
      return asked.run(true, () => hearNews(app.engine, provider, question.news));
    case 'counts':
      return { ...counts };
    case 'dieAfter':
      untilDeath = question.calls;
      return undefined;
    case 'stop':
      await app.close();
      return undefined;
  }
}

process.on('message', (question: Question & { id: number }) => {
  answer(question).then(
    (result) => {
      process.send?.({ id: question.id, result });
      if (question.what === 'stop') process.disconnect();
    },
    (error: unknown) => process.send?.({ id: question.id, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url });
