/*
 * What strangers' files cost. First the worst valid file of each kind that is taken, and an ordinary one: milliseconds of processor that a process for foreign work takes for
 * it, for each KiB of it, and the limit at which it is killed. Then health, a public page and a sign-in by password, alone and while four callers send the worst pictures
 * there are without a pause; the limit is 300 ms. Last, health while forty statements are drawn at once. `node bench/foreign.ts files` does the first part alone, `others` the rest.
 */
import { readFileSync } from 'node:fs';
import PocketBase from 'pocketbase';
import sharp, { type Sharp } from 'sharp';
import { imageLimits, mostCleanedPixels } from '#engine/files/clean-image.ts';
import { createForeignWork } from '#engine/foreign-work/create-foreign-work.ts';
import { WorkKilled, type WorkLimits } from '#engine/foreign-work/foreign-work.ts';
import { pdfLimits } from '#marketplace/platform/exports/answer-pdf.ts';
import { calendarLimits } from '#marketplace/teaching/outside-calendars/read-apart.ts';
import { jpegOfScans } from '../test/support/worst-pictures.ts';
import { type BenchRow, printTable, quantile } from './support/print-table.ts';
import { startOurs } from './support/record-servers.ts';

type File = { name: string; module: string; question: unknown; bytes: number; limits: WorkLimits };

const none = () => new Error('Nothing waits here.');
const source = (path: string) => new URL(`../src/${path}`, import.meta.url);

/** How long the processors worked for a process by now, in milliseconds; the system counts hundredths of a second. */
function processorMs(pid: number): number {
  const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(words[11]) + Number(words[12])) * 10;
}

const mostSide = Math.floor(Math.sqrt(mostCleanedPixels));
const flat = (channels: 3 | 4 = 3) =>
  sharp({ create: { width: mostSide, height: mostSide, channels, background: '#c33' } });

async function picture(name: string, type: string, made: Sharp | Buffer): Promise<File> {
  const bytes = Buffer.isBuffer(made) ? made : await made.toBuffer();
  const question = { bytes, type };
  return { name, module: 'engine/files/encode-image.ts', question, bytes: bytes.length, limits: imageLimits };
}

async function thumb(name: string, type: string, made: Sharp): Promise<File> {
  const bytes = await made.toBuffer();
  const question = { bytes, type, size: '100x100' };
  return { name, module: 'engine/downloads/draw-thumb.ts', question, bytes: bytes.length, limits: imageLimits };
}

function statement(name: string, rows: string[][]): File {
  const figures = {
    title: 'Statement',
    subtitle: '2026',
    facts: [],
    head: ['Name', 'Amount'],
    rows,
    sums: [],
    note: '',
  };
  const bytes = JSON.stringify(rows).length;
  return {
    name,
    module: 'marketplace/receipts/write-pdf.ts',
    question: { figures, nowMs: 0 },
    bytes,
    limits: pdfLimits,
  };
}

function calendar(name: string, event: string, times: number): File {
  const text = `BEGIN:VCALENDAR\r\n${event.repeat(times)}END:VCALENDAR\r\n`;
  const question = { text, zone: 'Asia/Singapore', fromMs: Date.parse('2026-11-20'), toMs: Date.parse('2027-05-20') };
  return {
    name,
    module: 'marketplace/outside-calendars/parse-busy-times.ts',
    question,
    bytes: text.length,
    limits: calendarLimits,
  };
}

const daily = 'BEGIN:VEVENT\r\nDTSTART:20200101T000000Z\r\nDURATION:PT1M\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\n';
const wideNames = Array.from({ length: 400 }, (_, at) => [
  Array.from({ length: 6 }, (_, place) => String.fromCodePoint(0x4e00 + (at * 6 + place) * 8)).join(''),
  '66.00',
]);
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 20 }, background: '#888' },
  });

async function measureFiles(): Promise<BenchRow[]> {
  const files = [
    await picture(
      'JPEG: a photo of 12 million pixels, turned',
      'image/jpeg',
      noise(4000, 3000).jpeg({ quality: 80 }).withMetadata({ orientation: 6 }),
    ),
    await picture('JPEG: 50 million pixels, turned', 'image/jpeg', flat().jpeg().withMetadata({ orientation: 6 })),
    await picture('JPEG: grey, 25 million pixels, 64 scans', 'image/jpeg', jpegOfScans(64)),
    await picture('JPEG: grey, 50 million pixels, 64 scans', 'image/jpeg', jpegOfScans(64, mostSide)),
    await picture('PNG: 50 million pixels, interlaced', 'image/png', flat(4).png({ progressive: true })),
    await picture('PNG: the same of 16 bits', 'image/png', flat(4).toColourspace('rgb16').png({ progressive: true })),
    await picture('WebP: 50 million pixels', 'image/webp', flat().webp()),
    await picture('WebP: the same without loss', 'image/webp', flat(4).webp({ lossless: true })),
    await thumb('thumbnail of a GIF of 50 million pixels', 'image/gif', flat().gif()),
    await thumb('thumbnail of a WebP of 50 million pixels', 'image/webp', flat().webp()),
    statement(
      'PDF: 100 payments',
      Array.from({ length: 100 }, () => ['Tan Mei Ling', '66.00']),
    ),
    statement('PDF: 400 names in letters of 32 fonts', wideNames),
    calendar('calendar: 30 daily series from 2020 on', daily, 30),
    calendar('calendar: more series than are looked at, 5 MB', daily, 50_000),
  ];
  const work = createForeignWork({ mostOfCaller: () => 2, refuseCaller: none, mostWaiting: () => 2, refuseAll: none });
  const by = { name: 'bench', network: 'bench' };
  const rows: BenchRow[] = [];
  for (const { name, module, question, bytes, limits } of files) {
    // A process that has done nothing of the kind: loading what does it counts as well.
    await work.run(source('engine/files/encode-image.ts'), () => ({ bytes: Buffer.alloc(1), type: 'x' }), {
      by,
      limits,
    });
    const [pid = 0] = work.pids();
    const before = processorMs(pid);
    let used = 0;
    const watch = setInterval(() => {
      try {
        used = processorMs(pid) - before;
      } catch {
        // It has ended: what was seen last is what it took.
      }
    }, 5);
    const outcome = await work
      .run(source(module), () => question, { by, limits })
      .then(
        () => 'done',
        (error: unknown) => (error instanceof WorkKilled ? 'killed' : String(error)),
      );
    clearInterval(watch);
    const kib = bytes / 1024;
    rows.push({
      file: name,
      KiB: round(kib),
      ms: used,
      'ms/KiB': round(used / kib),
      limit: limits.withinMs,
      ratio: round(used / limits.withinMs),
      outcome,
    });
  }
  await work.close();
  return rows;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

const seconds = 15;
const password = 'bench-password-1';

async function measureOthers(): Promise<BenchRow[]> {
  const server = await startOurs();
  const { root, url } = server;
  const people = await Promise.all(
    Array.from({ length: 5 }, async (_, index) => {
      const email = `sender${index}@kerbside.example`;
      const { id } = await root
        .collection('users')
        .create({ email, password, passwordConfirm: password, verified: true });
      const client = new PocketBase(url).autoCancellation(false);
      await client.collection('users').authWithPassword(email, password);
      return { id, email, client };
    }),
  );
  const calls: Record<string, () => Promise<unknown>> = {
    health: () => fetch(`${url}/api/health`).then((answer) => answer.text()),
    // Another page each time, so that none is kept.
    'a public page': () => fetch(`${url}/instructors?area=Bedok&n=${Math.random()}`).then((answer) => answer.text()),
    'a sign-in': () => new PocketBase(url).collection('users').authWithPassword(people[4]?.email ?? '', password),
  };
  const rows: BenchRow[] = [];
  const measure = async (beside: string, end: number) => {
    const times = new Map(Object.keys(calls).map((name) => [name, [] as number[]]));
    while (Date.now() < end)
      for (const [name, call] of Object.entries(calls)) {
        const began = performance.now();
        await call();
        times.get(name)?.push(performance.now() - began);
      }
    for (const [name, list] of times)
      rows.push({
        call: name,
        beside,
        calls: list.length,
        p50: round(quantile(list, 0.5)),
        p99: round(quantile(list, 0.99)),
        most: round(Math.max(...list)),
        limit: 300,
      });
  };
  await measure('nothing', Date.now() + 3000);
  await measure('nothing', Date.now() + 5000);
  rows.splice(0, 3);
  const end = Date.now() + seconds * 1000;
  const answers = new Map<string, number>();
  const bytes = new Uint8Array(jpegOfScans(64));
  const most = { own: 0, workers: 0 };
  const watch = setInterval(() => {
    most.own = Math.max(most.own, server.ownMemoryMb());
    most.workers = Math.max(most.workers, server.workersMb());
  }, 200);
  const senders = people.slice(0, 4).map(async ({ id, client }) => {
    while (Date.now() < end) {
      const sent = client.collection('users').update(id, { avatar: new File([bytes], 'a.jpg') });
      const status = await sent.then(
        () => '200',
        (error) => String(error.status),
      );
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  });
  await measure(`four senders of the worst pictures`, end);
  await Promise.all(senders);
  clearInterval(watch);
  rows.push({ call: 'answers to the senders', beside: JSON.stringify(Object.fromEntries(answers)) });
  rows.push({ call: 'memory of the server, MB', beside: 'four senders', most: most.own, limit: 600 });
  rows.push({
    call: 'memory of the processes beside it, MB',
    beside: 'four senders',
    most: most.workers,
    limit: 2 * 640,
  });
  const headers = { authorization: people[0]?.client.authStore.token ?? '' };
  let left = 40;
  const drawn = Array.from({ length: left }, async () => {
    const answer = await fetch(`${url}/api/marketplace/statements/2026/statement.pdf`, { headers });
    await answer.arrayBuffer();
    left--;
  });
  const health: number[] = [];
  const began = performance.now();
  while (left > 0) {
    const asked = performance.now();
    await calls.health?.();
    health.push(performance.now() - asked);
  }
  await Promise.all(drawn);
  rows.push({
    call: 'health',
    beside: `forty statements, drawn in ${Math.round(performance.now() - began)} ms`,
    calls: health.length,
    p50: round(quantile(health, 0.5)),
    p99: round(quantile(health, 0.99)),
    most: round(Math.max(...health)),
    limit: 300,
  });
  await server.stop();
  return rows;
}

if (!process.argv.includes('others')) printTable('foreign-files', await measureFiles());
if (!process.argv.includes('files')) printTable('foreign', await measureOthers());
process.exit(0);
