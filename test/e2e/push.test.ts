import { createECDH } from 'node:crypto';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { findWholeChromium } from '../../bin/lib/find-chromium.mjs';
import { launchOptionsOf } from '../support/launch-options.ts';
import { becomeNewLearner } from './support/sign-in.ts';

const path = '/dashboard/notifications';

// The headless shell has no notifications.
test.use({ launchOptions: launchOptionsOf(findWholeChromium()), serviceWorkers: 'allow' });

/**
 * No push service can be reached from here, so the browser's own part in subscribing is played: it gives an address of a real service and
 * real keys. Everything else, the service worker too, is real.
 */
async function playPushService(page: Page): Promise<void> {
  const own = createECDH('prime256v1');
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
    keys: { p256dh: own.generateKeys('base64url'), auth: Buffer.from('0123456789abcdef').toString('base64url') },
  };
  await page.addInitScript((given) => {
    const fake = { toJSON: () => given, unsubscribe: async () => sessionStorage.removeItem('subscribed') ?? true };
    PushManager.prototype.subscribe = async () => {
      sessionStorage.setItem('subscribed', '1');
      return fake as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () =>
      (sessionStorage.getItem('subscribed') ? fake : null) as unknown as PushSubscription | null;
  }, subscription);
}

/**
 * Plays the push service's part in a push: the answer sends the news to every worker of the page that is there by then. A worker drops what comes
 * while it is not through its activation, as one that was stopped does on its way down: whoever waits for the news sends it again.
 */
async function playPushServer(context: BrowserContext, page: Page, news: object): Promise<() => Promise<void>> {
  const devtools = await context.newCDPSession(page);
  const known = new Set<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, isDeleted } of registrations) {
      if (isDeleted) known.delete(registrationId);
      else known.add(registrationId);
    }
  });
  await devtools.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  return async () => {
    for (const registrationId of known) {
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(news) });
    }
  };
}

test('push is switched on for the account and this browser, and ends in it with signing out', async ({
  page,
  context,
  isMobile,
}) => {
  await context.grantPermissions(['notifications']);
  await playPushService(page);
  const { token } = await becomeNewLearner(page);
  await page.goto(path);
  const push = page.getByRole('switch', { name: 'Push' });
  await push.click();
  await expect(push).toBeChecked();
  await expect(page.getByText('On this device, even when no page is open')).toBeVisible();
  const stored = await page.request.get('/api/collections/push_subscriptions/records', {
    headers: { authorization: token },
  });
  expect((await stored.json()).items).toHaveLength(1);
  await page.reload();
  await expect(push).toBeChecked();
  await expect(page.getByText('On this device, even when no page is open')).toBeVisible();
  if (isMobile) await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('subscribed'))).toBeNull();
});

test('push that was forbidden says so and stays off', { tag: '@any-width' }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await becomeNewLearner(page);
  await page.goto(path);
  await expect(page.getByText('You have forbidden notifications for this site.')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Push' })).toBeDisabled();
});

test('a push that arrives while no page listens is shown with its words', { tag: '@any-width' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications']);
  await page.goto('/terms');
  const news = { title: 'Lesson confirmed', body: 'Sat 5 Dec, 10:00', link: '/dashboard/lessons/1', tag: 'news1' };
  const push = await playPushServer(context, page, news);
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.register('/sw.js');
      const notifications = await registration.getNotifications();
      return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, link: data.link }));
    });
  await expect
    .poll(async () => {
      const before = await shown();
      if (before.length === 0) await push();
      return before;
    })
    .toEqual([news]);
});
