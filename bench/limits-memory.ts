/*
 * Memory at each limit: what the server, and its database, take at most while forty strangers use one bound of the handbook's table fully, again and
 * again for three seconds, each bound alone; then six seconds of rest, after which what was taken should be there again. In megabytes (Pss).
 */
import { type Use, uses } from './support/limit-uses.ts';
import { type BenchRow, printTable } from './support/print-table.ts';
import { startOurs } from './support/record-servers.ts';

const useMs = 3000;
const restMs = 6000;
const server = await startOurs();
const { root } = server;
await root.settings.update({
  trustedProxy: { headers: ['X-Forwarded-For'], useLeftmostIP: false },
  batch: { enabled: true, maxRequests: 50, timeout: 3 },
});
const wanted = uses.filter(({ name }) => process.argv.length < 3 || process.argv.includes(name));
await rest();
const rows: BenchRow[] = [];
for (const use of wanted) {
  const row = await measure(use);
  console.log(JSON.stringify(row));
  rows.push(row);
}
await server.stop();
printTable('limits-memory', rows);
process.exit(0);

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, restMs));
}

function databaseMb(): number {
  return server.memoryMb() - server.ownMemoryMb();
}

async function measure(use: Use): Promise<BenchRow> {
  const before = server.ownMemoryMb();
  const most = { own: before, database: databaseMb() };
  const watch = setInterval(() => {
    most.own = Math.max(most.own, server.ownMemoryMb());
    most.database = Math.max(most.database, databaseMb());
  }, 200);
  const answers = new Map<string, number>();
  const count = (answer: string) => void answers.set(answer, (answers.get(answer) ?? 0) + 1);
  await use.run({ url: server.url, root, end: Date.now() + useMs, count });
  clearInterval(watch);
  await rest();
  return {
    bound: use.name,
    'used by': use.what,
    before,
    server: most.own,
    database: most.database,
    'after a rest': server.ownMemoryMb(),
    answers: [...answers]
      .sort()
      .map(([answer, times]) => `${answer}: ${times}`)
      .join(', '),
  };
}
