import { chromium, expect } from '@playwright/test';
import { findChromium } from '../../bin/lib/find-chromium.mjs';
import { launchOptionsOf } from '../support/launch-options.ts';

/*
 * The reference's own dashboard, as its module has it, on a started product that serves it (DASHBOARD_DIR): a superuser signs in, lists records and changes one.
 * What a page throws, writes as an error or is refused ends the walk. `node walk-dashboard.ts URL EMAIL PASSWORD`
 */
const [url = '', email = '', password = ''] = process.argv.slice(2);

async function call(path: string, { token = '', body }: { token?: string; body?: object }) {
  const answer = await fetch(url + path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: token, 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
  return answer.json();
}

const signIn = { identity: email, password };
const { token } = await call('/api/collections/_superusers/auth-with-password', { body: signIn });
const fields = [
  { name: 'title', type: 'text' },
  { name: 'pages', type: 'number' },
];
await call('/api/collections', { token, body: { name: 'shelf', type: 'base', fields } });
const { id } = await call('/api/collections/shelf/records', { token, body: { title: 'Turning left', pages: 3 } });

const browser = await chromium.launch(launchOptionsOf(findChromium()));
try {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
  page.on('response', (answer) => answer.status() >= 400 && problems.push(`${answer.status()} ${answer.url()}`));
  await page.goto(`${url}/_/`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'shelf' }).click();
  await page.getByRole('cell', { name: 'Turning left' }).click();
  await page.getByRole('textbox', { name: 'title' }).fill('Turning right');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('cell', { name: 'Turning right' })).toBeVisible();
  await expect(page.locator('#kerbside-notice')).toBeVisible();
  const { title, pages } = await call(`/api/collections/shelf/records/${id}`, { token });
  expect({ title, pages }).toEqual({ title: 'Turning right', pages: 3 });
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Application name')).toBeVisible();
  await page.getByRole('link', { name: 'Logs' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  expect(problems).toEqual([]);
} finally {
  await browser.close();
}
