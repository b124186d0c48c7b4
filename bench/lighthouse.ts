/*
 * Lighthouse on every public page with its mobile defaults (slow 4G, slow processor), the middle of three runs. The limits: largest paint
 * 0.7 s, for forms that need the application 1.2 s; accessibility 100, nothing that shifts.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installApart } from '../bin/lib/install-apart.mjs';
import { printTable, quantile } from './support/print-table.ts';
import { startProduct } from './support/start-product.ts';

type Report = {
  audits: Record<string, { numericValue?: number }>;
  categories: Record<string, { score: number }>;
};

const run = promisify(execFile);
const lighthouse = join(installApart('lighthouse', ['lighthouse@13.5.0']), 'node_modules/lighthouse/cli/index.js');

async function measure(url: string): Promise<Report> {
  const profile = mkdtempSync(join(tmpdir(), 'kerbside-lighthouse-'));
  const flags = `--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --user-data-dir=${profile}`;
  const args = [
    lighthouse,
    url,
    '--quiet',
    '--output=json',
    '--only-categories=performance,accessibility,best-practices,seo',
    `--chrome-flags=${flags}`,
  ];
  const env = { ...process.env, CHROME_PATH: '/usr/bin/chromium' };
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 });
  rmSync(profile, { recursive: true, force: true });
  return JSON.parse(stdout);
}

const product = await startProduct();
const pages = [
  { page: 'landing', path: '/', limitMs: 700 },
  { page: 'search', path: '/instructors', limitMs: 700 },
  { page: 'instructor', path: await firstInstructor(), limitMs: 700 },
  { page: 'help', path: '/help', limitMs: 700 },
  { page: 'teach', path: '/teach', limitMs: 700 },
  { page: 'terms', path: '/terms', limitMs: 700 },
  { page: 'privacy', path: '/privacy', limitMs: 700 },
  { page: 'sign-in', path: '/login', limitMs: 1200 },
  { page: 'sign-in by code', path: '/login-otp', limitMs: 1200 },
  { page: 'registration', path: '/register', limitMs: 1200 },
];
const rows = [];
for (const { page, path, limitMs } of pages) {
  const reports: Report[] = [];
  for (let round = 0; round < 3; round++) reports.push(await measure(product.url + path));
  const middle = (audit: string) =>
    quantile(
      reports.map((report) => report.audits[audit]?.numericValue ?? Number.NaN),
      0.5,
    );
  const score = (category: string) =>
    Math.min(...reports.map((report) => report.categories[category]?.score ?? 0)) * 100;
  const paint = middle('largest-contentful-paint');
  rows.push({
    page,
    'LCP ms': Math.round(paint),
    'of the limit': (paint / limitMs).toFixed(2),
    'TBT ms': Math.round(middle('total-blocking-time')),
    CLS: middle('cumulative-layout-shift').toFixed(3),
    accessibility: score('accessibility'),
    'best practices': score('best-practices'),
    SEO: score('seo'),
  });
}
printTable('lighthouse', rows);
await product.stop();

async function firstInstructor(): Promise<string> {
  const { items } = await (await fetch(`${product.url}/api/marketplace/instructors?perPage=1`)).json();
  return `/instructors/${items[0].instructor.id}`;
}
