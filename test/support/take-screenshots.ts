/*
 * Writes a picture of every page at three widths and in both themes into `screenshots/`, from a server of its own with the demonstration's
 * data: `npm run screenshots`, or `npm run screenshots -- lesson messages 360` for the pages whose names contain one of the words, at the
 * widths that are named.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { runServer } from '../../bench/support/run-server.ts';
import { findChromium } from '../../bin/lib/find-chromium.mjs';
import { launchOptionsOf } from './launch-options.ts';
import {
  type Ask,
  demoPassword,
  pathOf,
  type VisitedPage,
  type Visitor,
  visitorEmails,
  visits,
} from './visited-pages.ts';

const words = process.argv.slice(2).filter((word) => !/^\d+$/.test(word));
const numbers = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
const widths = numbers.length > 0 ? numbers.map(Number) : [360, 768, 1280];

async function open(
  browser: Browser,
  url: string,
  { as, view }: { as: Visitor; view: string },
): Promise<{ page: Page; ask: Ask }> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-SG', timezoneId: 'Asia/Singapore' });
  const page = await context.newPage();
  let token = '';
  if (as !== 'guest') {
    const answer = await page.request.post('/api/collections/users/auth-with-password', {
      data: { identity: visitorEmails[as], password: demoPassword },
    });
    const session = await answer.json();
    token = session.token;
    await page.goto('/api/health');
    const values = { pocketbase_auth: JSON.stringify(session), [`kerbside_view_${session.record.id}`]: view };
    await page.evaluate((items) => Object.assign(localStorage, items), values);
  }
  const ask: Ask = async (path, data) => {
    const headers = { Authorization: token };
    const call = `/api/collections/${path}`;
    return (await (data ? page.request.post(call, { data, headers }) : page.request.get(call, { headers }))).json();
  };
  return { page, ask };
}

async function take(page: Page, visited: VisitedPage, path: string): Promise<void> {
  await page.goto(path);
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 700 ? 740 : 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForLoadState('networkidle').catch(() => {});
      // Colours fade over, and the page may not know the theme yet when the call comes back.
      await page.waitForFunction(
        (scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches && document.getAnimations().length === 0,
        colorScheme,
      );
      const file = `${visited.name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path: join('screenshots', file), fullPage: true });
    }
  }
  process.stdout.write(`${visited.name}\n`);
}

const isWanted = ({ name }: VisitedPage) => words.length === 0 || words.some((word) => name.includes(word));
const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-screenshots-'));
mkdirSync('screenshots', { recursive: true });
const server = await runServer('src/main.ts', { DATA_DIR: dataDir, DEMO: '1' });
const browser = await chromium.launch(launchOptionsOf(findChromium()));
try {
  for (const visit of visits) {
    const chosen = visit.pages.filter(isWanted);
    if (chosen.length === 0) continue;
    const { page, ask } = await open(browser, server.url, visit);
    for (const each of chosen) await take(page, each, await pathOf(each, ask));
    await page.context().close();
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
