/**
 * How many pages a second the product answers, as people and as crawlers ask for them: one address that many read, and addresses that differ
 * from call to call, so that each is rendered. The start page of the same run is the peer. `node bench/pages.ts` needs the built client,
 * prints a table and writes bench/results/pages.json; `--small` tries it for two seconds each.
 */
import { type Load, load } from './support/load.ts';
import { type BenchRow, printTable } from './support/print-table.ts';
import { startProduct } from './support/start-product.ts';

const seconds = process.argv.includes('--small') ? 2 : 8;
const product = await startProduct();

async function firstInstructor(): Promise<string> {
  const answer = await fetch(`${product.url}/api/marketplace/instructors?perPage=1`);
  const { items } = (await answer.json()) as { items: Array<{ instructor: { id: string } }> };
  const id = items[0]?.instructor.id;
  if (!id) throw new Error('The demonstration has no instructor.');
  return id;
}

let count = 0;
const onePage = (path: string) => ({ what: path.replace(/[a-z0-9]{15}/, ':id'), next: () => ({ path }) });
const manyPages = (what: string, path: string, more: string) => ({
  what,
  next: () => ({ path: `${path}?${more}${++count}` }),
});

const id = await firstInstructor();
const cases = [
  { ...onePage('/'), goal: 'peer' },
  { ...onePage('/instructors'), goal: '500/s, p99 60 ms' },
  { ...onePage('/instructors?area=Bedok&weekday=6'), goal: '500/s, p99 60 ms' },
  { ...onePage(`/instructors/${id}`), goal: '1,000/s' },
  { ...onePage('/login'), goal: '3,000/s' },
  { ...onePage('/terms'), goal: '3,000/s' },
  { ...manyPages('/instructors, each another address', '/instructors', 'x='), goal: '5 ms a render' },
  { ...manyPages('/instructors/:id, each another address', `/instructors/${id}`, 'x='), goal: '5 ms a render' },
];

const rows: BenchRow[] = [];
for (const clients of [1, 16, 256]) {
  let peer: Load | undefined;
  for (const { what, next, goal } of cases) {
    const seen = await load(product.url, { clients, seconds, next });
    peer ??= seen;
    const wrong = Object.entries(seen.statuses).filter(([status]) => status !== '200');
    rows.push({
      clients,
      page: what,
      'per second': Math.round(seen.perSecond),
      p50: seen.p50.toFixed(2),
      p99: seen.p99.toFixed(2),
      'of the start page': (seen.perSecond / peer.perSecond).toFixed(2),
      goal,
      'not 200': wrong.map(([status, times]) => `${status}: ${times}`).join(', '),
    });
  }
}
await product.stop();
printTable('pages', rows);
