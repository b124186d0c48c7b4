/*
 * What a frame of the week costs the page while something is dragged over 200 lessons: the processor time of the browser's main thread between one
 * frame and the next, from a trace, so that others on the machine do not count. The limit is the frame itself, 16 ms.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { findChromium } from '../bin/lib/find-chromium.mjs';
import { launchOptionsOf } from '../test/support/launch-options.ts';
import { demoPassword, visitorEmails } from '../test/support/visited-pages.ts';
import { printTable, quantile } from './support/print-table.ts';
import { type Product, startProduct } from './support/start-product.ts';

type TraceEvent = {
  name: string;
  ph: string;
  ts: number;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
};

const limitMs = 16;
const count = 200;
const monday = '2027-03-01';
const steps = 120;

/** 200 lessons of half an hour in one week, 29 a day from 06:00 in Singapore on. */
async function fillWeek({ databaseUrl }: Product): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `begin;
     set local session_replication_role = replica;
     insert into lessons (id, instructor, learner, start, "end", "durationMinutes", status, "priceCents", created, updated)
     select 'weekgrid' || lpad(n::text, 7, '0'), i.id, u.id, at, at + interval '30 minutes', 30, 'confirmed', 3300, now(), now()
     from generate_series(0, ${count - 1}) n
     cross join lateral (select timestamptz '${monday}T06:00:00+08:00' + n / 29 * interval '1 day' + n % 29 * interval '30 minutes' as at) t
     cross join (select i.id from instructors i join users u on u.id = i."user" where u.email = '${visitorEmails.instructor}') i
     cross join (select id from users where email = '${visitorEmails.learner}') u;
     commit`,
  );
  await client.end();
}

async function openWeek(browser: Browser, url: string): Promise<Page> {
  const viewport = { width: 1280, height: 1000 };
  const context = await browser.newContext({ baseURL: url, locale: 'en-SG', timezoneId: 'Asia/Singapore', viewport });
  const page = await context.newPage();
  const data = { identity: visitorEmails.instructor, password: demoPassword };
  const session = await (await page.request.post('/api/collections/users/auth-with-password', { data })).json();
  await page.goto('/api/health');
  await page.evaluate((text) => localStorage.setItem('pocketbase_auth', text), JSON.stringify(session));
  await page.goto(`/dashboard/schedule?view=week&date=${monday}`);
  await page
    .locator('[data-day] a')
    .nth(count - 1)
    .waitFor();
  return page;
}

/** The milliseconds of the main thread in each frame while a pointer goes from one place to another. */
async function drag(browser: Browser, page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline.frame', '__metadata'],
  });
  await page.mouse.down();
  for (let step = 1; step <= steps; step++) {
    const share = step / steps;
    await page.mouse.move(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
  }
  const trace: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()));
  await page.mouse.up();
  // The question that the gesture leads to: it was one.
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return framesOf(trace.traceEvents);
}

function framesOf(events: readonly TraceEvent[]): number[] {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const perThread = mains.map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid));
  const busiest = perThread.sort((one, other) => other.length - one.length)[0] ?? [];
  const starts = busiest.filter(({ name }) => name === 'BeginMainThreadFrame').map(({ ts }) => ts);
  const tasks = busiest.filter(({ name, ph }) => name.endsWith('RunTask') && ph === 'X');
  return starts.slice(1).map((until, index) => {
    const within = tasks.filter(({ ts }) => ts >= (starts[index] ?? 0) && ts < until);
    return within.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
  });
}

async function measure(browser: Browser, url: string): Promise<void> {
  const page = await openWeek(browser, url);
  const placeOf = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (!box) throw new Error(`${selector} is not drawn.`);
    return { x: box.x + box.width / 2, y: box.y + 8 };
  };
  const lesson = await placeOf(`[data-day="${monday}"] a`);
  const sunday = await placeOf('[data-day="2027-03-07"]');
  const gestures = [
    { gesture: 'a lesson to another day', from: lesson, to: { x: sunday.x, y: lesson.y + 300 } },
    // Beside the lessons, which leave a margin at the right.
    {
      gesture: 'new hours',
      from: { x: sunday.x + 58, y: sunday.y + 300 },
      to: { x: sunday.x + 58, y: sunday.y + 600 },
    },
  ];
  const rows = [];
  for (const { gesture, from, to } of gestures) {
    const frames = await drag(browser, page, from, to);
    const worst = quantile(frames, 0.99);
    rows.push({
      dragged: gesture,
      lessons: await page.locator('[data-day] a').count(),
      frames: frames.length,
      'p50 ms': quantile(frames, 0.5).toFixed(1),
      'p95 ms': quantile(frames, 0.95).toFixed(1),
      'p99 ms': worst.toFixed(1),
      'of the limit': (worst / limitMs).toFixed(2),
    });
  }
  printTable('week-grid', rows);
}

const product = await startProduct();
try {
  await fillWeek(product);
  const browser = await chromium.launch(launchOptionsOf(findChromium()));
  await measure(browser, product.url).finally(() => browser.close());
} finally {
  await product.stop();
}
