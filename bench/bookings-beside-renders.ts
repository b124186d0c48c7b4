/*
 * Bookings while pages are rendered: holding a time, 4 clients, alone and while 16 others ask for instructors' pages at addresses that nobody asked for
 * before, so that each is a render. In turns, three times. The limit: bookings take at most a quarter longer, at the median and at the 99th percentile.
 * Needs the built client.
 */
import pg from 'pg';
import { openDatabase } from '#engine/database/database.ts';
import { type Load, load } from './support/load.ts';
import { idOf, makePeople, signIn } from './support/make-people.ts';
import { printTable, quantile } from './support/print-table.ts';
import { startProduct } from './support/start-product.ts';
import { holdCall, letGo, timesToHold } from './support/times-to-hold.ts';

const [instructors, learners, bookers, readers, rounds] = [200, 640, 4, 16, 3];
const seconds = Number(process.env.SECONDS ?? 5);

const product = await startProduct();
const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 2 });
const db = openDatabase({ connection: { connectionString: product.databaseUrl }, maxConnections: 1 });
await makePeople(db, { learners, instructors });
await db.close();
const tokens = await signIn(product.url, 'benchlearn', learners);
const timeOf = timesToHold({ instructors, learners });

async function book(): Promise<Load> {
  await letGo(pool);
  let call = 0;
  return load(`${product.url}/api/collections/lessons/records`, {
    clients: bookers,
    seconds,
    next: () => holdCall(timeOf(call++), tokens),
  });
}

let page = 0;
const render = () =>
  load(product.url, {
    clients: readers,
    seconds,
    next: () => ({ path: `/instructors/${idOf.teacher(page % instructors)}?x=${page++}` }),
  });

await Promise.all([book(), render()]);
const alone: Load[] = [];
const beside: Load[] = [];
const rendered: Load[] = [];
for (let round = 0; round < rounds; round++) {
  alone.push(await book());
  const [bookings, pages] = await Promise.all([book(), render()]);
  beside.push(bookings);
  rendered.push(pages);
}
rendered.push(await render());
const renderedAlone = rendered.splice(rounds);

const middle = (loads: Load[], what: 'perSecond' | 'p50' | 'p99') =>
  quantile(
    loads.map((one) => one[what]),
    0.5,
  );
const others = (loads: Load[]) =>
  loads
    .flatMap(({ statuses }) => Object.entries(statuses))
    .filter(([status]) => status !== '200')
    .map(([status, times]) => `${status}: ${times}`)
    .join(', ');
const row = (what: string, loads: Load[], peer?: Load[]) => ({
  what,
  'a second': middle(loads, 'perSecond').toFixed(0),
  'p50 ms': middle(loads, 'p50').toFixed(1),
  'p99 ms': middle(loads, 'p99').toFixed(1),
  'times p50': peer ? (middle(loads, 'p50') / middle(peer, 'p50')).toFixed(2) : '',
  'times p99': peer ? (middle(loads, 'p99') / middle(peer, 'p99')).toFixed(2) : '',
  limit: peer ? '1.25' : '',
  'not 200': others(loads),
});
printTable('bookings-beside-renders', [
  row('bookings alone', alone),
  row('bookings beside renders', beside, alone),
  row('renders beside them', rendered),
  row('renders alone', renderedAlone),
]);
await pool.end();
await product.stop();
