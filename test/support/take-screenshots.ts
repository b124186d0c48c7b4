/*
 * Writes a picture of every page at three widths and in both themes into `screenshots/`, from a server of its own with the demonstration's
 * data: `npm run screenshots`, or `npm run screenshots -- lesson` for the pages whose names contain that.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { runServer } from '../../bench/support/run-server.ts';
import { findChromium } from '../../bin/lib/find-chromium.mjs';
import { launchOptionsOf } from './launch-options.ts';

type Part = 'guest' | 'learner' | 'instructor' | 'admin';
type Shot = { name: string; path: string; as: Part; view?: 'instructor' };

const password = 'kerbside-demo';
const emails: Record<Exclude<Part, 'guest'>, string> = {
  learner: 'mei@kerbside.example',
  instructor: 'ravi@kerbside.example',
  admin: 'admin@kerbside.example',
};
const widths = [360, 768, 1280];

const guests = [
  '/',
  '/instructors',
  '/login',
  '/login-otp',
  '/register',
  '/forgot-password',
  '/terms',
  '/privacy',
  '/nowhere',
];
const everyone = ['profile', 'settings', 'help', 'notifications', 'messages'];
const pages: Shot[] = [
  ...guests.map((path): Shot => ({ name: nameOf(path), path, as: 'guest' })),
  ...['', 'road', 'book-lesson', 'lesson-history', ...everyone].map((page) => shot('learner', page)),
  { ...shot('instructor', ''), view: 'instructor' },
  ...['schedule', 'students', 'earnings'].map((page) => shot('instructor', page)),
  ...['', 'analytics', 'users', 'billing', 'reports', 'help'].map((page) => shot('admin', page)),
];

function shot(as: Part, page: string): Shot {
  return { name: `${as}-${page === '' ? 'dashboard' : page}`, path: `/dashboard${page === '' ? '' : `/${page}`}`, as };
}

function nameOf(path: string): string {
  return `public-${path === '/' ? 'landing' : path.slice(1)}`;
}

async function open(browser: Browser, url: string, as: Part): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-SG', timezoneId: 'Asia/Singapore' });
  const page = await context.newPage();
  if (as === 'guest') return page;
  const answer = await page.request.post('/api/collections/users/auth-with-password', {
    data: { identity: emails[as], password },
  });
  const session = await answer.text();
  await page.goto('/terms');
  await page.evaluate((text) => localStorage.setItem('pocketbase_auth', text), session);
  return page;
}

async function take(page: Page, { name, path, view }: Shot): Promise<void> {
  await page.goto(path);
  if (view) await page.getByRole('button', { name: 'Instructor view' }).click();
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 700 ? 740 : 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForLoadState('networkidle').catch(() => {});
      await page.screenshot({ path: join('screenshots', `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
  process.stdout.write(`${name}\n`);
}

const wanted = process.argv[2] ?? '';
const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-screenshots-'));
mkdirSync('screenshots', { recursive: true });
const server = await runServer('src/main.ts', { DATA_DIR: dataDir, DEMO: '1' });
const browser = await chromium.launch(launchOptionsOf(findChromium()));
try {
  for (const as of ['guest', 'learner', 'instructor', 'admin'] as const) {
    const chosen = pages.filter((page) => page.as === as && page.name.includes(wanted));
    if (chosen.length === 0) continue;
    const page = await open(browser, server.url, as);
    for (const each of chosen) await take(page, each);
    await page.context().close();
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
