import { expect, type Page, test } from '@playwright/test';
import { actAtOnce } from './support/act-at-once.ts';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { becomeNewLearner, signInAsNewLearner } from './support/sign-in.ts';
import { writes } from './support/writes.ts';

const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

/** Ends every session of the account that the page is signed in to, as another device would. */
async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('pocketbase_auth') ?? '{}').token);
  const headers = { Authorization: token };
  const devices = await (await page.request.get('/api/marketplace/devices', { headers })).json();
  for (const { id } of devices.items) await page.request.delete(`/api/marketplace/devices/${id}`, { headers });
}

/**
 * Ends the sessions while the next such call is on its way, so that this call is what finds it out: a page that reads by itself could know
 * before its button is pressed.
 */
async function endSessionAt(page: Page, [method, path]: readonly [method: string, path: string]): Promise<void> {
  let isOver = false;
  await page.route(path, async (route) => {
    if (isOver || route.request().method() !== method) return route.fallback();
    isOver = true;
    await endSession(page);
    return route.continue();
  });
}

/**
 * Follows the renewing of the session, which each page that is loaded asks for; the answer waits for the last of them. What is sent before is of the
 * session before, and its refusal asks nobody to sign in.
 */
function followRenewing(page: Page): () => Promise<void> {
  const asked: Promise<unknown>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth-refresh')) asked.push(request.response());
  });
  return async () => {
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await asked.at(-1);
  };
}

const savingProfile = ['PATCH', '**/api/collections/users/records/*'] as const;

// The demo's admin is signed in by other tests at the same time, and their sessions must not end.
const ending = writes.filter(({ isSignedIn, name }) => isSignedIn && name !== 'editing a user');

for (const { name, call, open, button, isKept, isDone } of ending) {
  test(
    `${name} goes on after a session that ended meanwhile, with everything that was typed`,
    { tag: '@any-width' },
    async ({ page }, testInfo) => {
      test.slow();
      const isRenewed = followRenewing(page);
      await open(page, testInfo);
      await isRenewed();
      await endSessionAt(page, call);
      // The one form that lies in a window, which neither may close.
      const act = { at: '[role=dialog] [name=password]', press: { key: 'Escape' }, isTapping: true };
      if (name === 'opening hours') await page.evaluate(actAtOnce, act);
      await button(page).click();
      await expect(again(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await again(page).getByLabel('Your password').fill('wrong-password');
      await again(page).getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(
        page.getByRole('alert').filter({ hasText: 'Failed to login. Please check your credentials.' }),
      ).toBeVisible();
      await again(page).getByLabel('Your password').fill(demoLearner.password);
      await again(page).getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(again(page)).toBeHidden();
      await isKept(page);
      await button(page).click();
      await isDone(page);
    },
  );
}

test('an answer to the ended session that comes after signing in again does not end the new one', {
  tag: '@any-width',
}, async ({ page }) => {
  await signInAsNewLearner(page);
  const isRenewed = followRenewing(page);
  const { promise: isSignedInAgain, resolve: goOn } = Promise.withResolvers<void>();
  const isLate = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/marketplace/activity'));
  await page.route(
    '**/api/marketplace/activity',
    async (route) => {
      await isSignedInAgain;
      await route.continue();
    },
    { times: 1 },
  );
  await page.goto('/dashboard/profile');
  await page.getByLabel('Bio').fill('Learning since March');
  await isRenewed();
  await endSessionAt(page, savingProfile);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await again(page).getByLabel('Your password').fill(demoLearner.password);
  await again(page).getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again(page)).toBeHidden();
  goOn();
  expect((await (await isLate).response())?.headers()['www-authenticate']).toContain('invalid_token');
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText(/logins?\s*\d+/);
  await expect(again(page)).toBeHidden();
  await expect(page.getByLabel('Bio')).toHaveValue('Learning since March');
});

for (const when of ['before', 'after'] as const) {
  test(`a read that is refused ${when} the write that finds the session ended leaves the page where it is`, {
    tag: '@any-width',
  }, async ({ page }) => {
    await becomeNewLearner(page);
    const { promise: isTime, resolve: goOn } = Promise.withResolvers<void>();
    // What is asked before the session was refreshed is of another one, and asked again.
    const isRefreshed = page.waitForResponse('**/auth-refresh');
    await page.goto('/dashboard/profile');
    await isRefreshed;
    await page.route('**/api/marketplace/channels', (route) => isTime.then(() => route.continue()), { times: 1 });
    const isRefused = page.waitForResponse('**/api/marketplace/channels');
    const refuseRead = async () => {
      goOn();
      expect((await isRefused).status()).toBe(401);
      await expect(page.getByText('could not be loaded')).toBeAttached();
    };
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('combobox', { name: 'Timezone' }).click();
    await page.getByRole('option', { name: 'Singapore' }).click();
    await page.route(savingProfile[1], async (route) => {
      await endSession(page);
      if (when === 'before') await refuseRead();
      return route.continue();
    });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(again(page)).toBeVisible();
    await refuseRead();
    await again(page).getByLabel('Your password').fill('wrong-password');
    await again(page).getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(again(page).getByRole('alert')).toBeVisible();
    await expect(page).toHaveURL('/dashboard/settings');
  });
}

test('a session that ended is gone on with by a mailed code, too, or left', {
  tag: '@any-width',
}, async ({ page, browser }) => {
  const { record: next } = await becomeNewLearner(await browser.newPage());
  const { record } = await becomeNewLearner(page);
  await page.goto('/dashboard/profile');
  await page.getByLabel('Bio').fill('Learning since March');
  await endSessionAt(page, savingProfile);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(again(page)).toBeVisible();
  await expectAccessible(page, '[role="dialog"]');
  await again(page).getByRole('button', { name: 'Send me a code instead' }).click();
  await expect(again(page).getByLabel('Digit 1 of 6')).toBeFocused();
  await expectAccessible(page, '[role="dialog"]');
  const mails = await page.request.get('/api/dev/mailbox', { params: { to: record.email } });
  const code = /\b\d{6}\b/.exec(JSON.stringify((await mails.json()).map(({ html }: { html: string }) => html)))?.[0];
  // As the suggestion of a phone's keyboard does.
  await page.keyboard.insertText(code ?? '');
  await expect(again(page)).toBeHidden();
  await expect(page.getByLabel('Bio')).toHaveValue('Learning since March');
  await endSessionAt(page, savingProfile);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await again(page).getByRole('button', { name: 'Leave this page' }).click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => localStorage.getItem('pocketbase_auth'))).toBeNull();
  // Neither who went on over the page nor who left it is to be led back to it by the next one who signs in here.
  await page.goto('/login');
  await page.getByLabel('Email').fill(next.email);
  await expect(page.getByRole('status').filter({ hasText: /Sign in to go on|has ended/ })).toHaveCount(0);
  await page.getByLabel('Password', { exact: true }).fill(demoLearner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a session that the server ended leads to signing in with a word of why, and from there back to the page', {
  tag: '@any-width',
}, async ({ page }) => {
  const { record } = await becomeNewLearner(page);
  const isRefreshed = page.waitForResponse('**/auth-refresh');
  await page.goto('/dashboard/road');
  await isRefreshed;
  await endSession(page);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Saved instructors' }).click();
  await expect(page).toHaveURL('/login');
  const word = page.getByRole('status').filter({ hasText: 'You were signed out because your session ended.' });
  await expect(word).toBeVisible();
  await expect(page.getByText('Sign in to go on.')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel('Email').fill(record.email);
  await page.getByLabel('Password', { exact: true }).fill(demoLearner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/saved');
});
