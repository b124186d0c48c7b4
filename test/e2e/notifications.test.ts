import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { toastOf } from './support/expect-toast.ts';
import { becomeNewLearner, demoAccounts, signIn, signInAsNewLearner } from './support/sign-in.ts';

const path = '/dashboard/notifications';
const channels = ['Email', 'Push', 'SMS', 'Sound'];
const categories = ['Account', 'Billing', 'System', 'Marketing'];

type News = { title: string; message?: string; type?: string; link?: string };

/** The system's words to a person, as a superuser writes them. */
async function tell(page: Page, user: string, news: News): Promise<void> {
  const signedIn = await page.request.post('/api/collections/_superusers/auth-with-password', {
    data: { identity: 'root@kerbside.example', password: 'kerbside-demo' },
  });
  const { token } = await signedIn.json();
  const answer = await page.request.post('/api/collections/notifications/records', {
    headers: { authorization: token },
    data: { user, type: 'system', ...news },
  });
  expect(answer.status()).toBe(200);
}

const rows = (page: Page) => page.getByRole('table', { name: /^Recent notifications/ }).getByRole('row');
const count = (page: Page) => page.getByRole('status').filter({ hasText: /notification/i });

test.describe('what one is told', () => {
  test('[204, 205] is chosen by four channels and four categories, and kept @any-width', async ({ page }) => {
    await becomeNewLearner(page);
    await page.goto(path);
    await expect(page.getByRole('switch')).toHaveCount(8);
    for (const name of [...channels, ...categories]) await expect(page.getByRole('switch', { name })).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Email' })).toBeChecked();
    await expect(page.getByRole('switch', { name: 'Marketing' })).not.toBeChecked();
    await page.getByRole('switch', { name: 'Marketing' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('switch', { name: 'Email' }).click();
    await expect(page.getByRole('switch', { name: 'Email' })).not.toBeChecked();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Marketing' })).toBeChecked();
    await expect(page.getByRole('switch', { name: 'Email' })).not.toBeChecked();
    await expect(page.getByRole('switch', { name: 'Sound' })).not.toBeChecked();
  });

  test('[25.5] says that no messages go to a number that is not confirmed, and leads to where it is', {
    tag: '@any-width',
  }, async ({ page }) => {
    const { record, token } = await becomeNewLearner(page);
    const number = { data: { phone: '+65 8123 4567' }, headers: { authorization: token } };
    await page.request.patch(`/api/collections/users/records/${record.id}`, number);
    // The tests' server sends no text messages.
    await page.route('**/api/marketplace/channels', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), sms: true, smsNumber: '+6581234567' } });
    });
    await page.goto(path);
    await expect(page.getByText('+6581234567 is not confirmed')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'confirm your number' }).click();
    await expect(page).toHaveURL('/dashboard/profile#phone');
    await expect(page.getByText('Not confirmed')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Confirm this number' })).toBeInViewport();
    await expectAccessible(page);
  });

  test('says plainly which channels this server does not have', { tag: '@any-width' }, async ({ page }) => {
    await becomeNewLearner(page);
    await page.goto(path);
    await expect(page.getByRole('switch', { name: 'SMS' })).toBeDisabled();
    await expect(page.getByText('This server has no SMS provider, so no text messages are sent.')).toBeVisible();
  });

  test('a second press is not undone by the answer to the first', { tag: '@any-width' }, async ({ page }) => {
    await becomeNewLearner(page);
    await page.goto(path);
    await expect(page.getByRole('switch', { name: 'Email' })).toBeChecked();
    const bothPressed = Promise.withResolvers<void>();
    const said: string[] = [];
    await page.route('**/api/collections/notification_preferences/records**', async (route) => {
      const request = route.request();
      if (request.method() === 'PATCH') await bothPressed.promise;
      said.push(request.method());
      await route.continue();
    });
    await page.getByRole('switch', { name: 'Marketing' }).click();
    await page.getByRole('switch', { name: 'Email' }).click();
    await expect(page.getByRole('switch', { name: 'Email' })).not.toBeChecked();
    bothPressed.resolve();
    await expect.poll(() => said).toEqual(['PATCH', 'PATCH', 'GET']);
    await expect(page.getByRole('switch', { name: 'Email' })).not.toBeChecked();
    await expect(page.getByRole('switch', { name: 'Marketing' })).toBeChecked();
  });

  test('takes a switch back and says so when it can’t be saved, in one message at a time that covers no switch', {
    tag: '@any-width',
  }, async ({ page }) => {
    await becomeNewLearner(page);
    await page.clock.install();
    await page.goto(path);
    const [email, billing] = ['Email', 'Billing'].map((name) => page.getByRole('switch', { name })) as [
      Locator,
      Locator,
    ];
    await expect(billing).toBeChecked();
    // A message goes by itself after some seconds; with the page's time standing still it is there to be measured.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.route('**/api/collections/notification_preferences/records/*', (route) => route.abort());
    const messages = toastOf(page, 'Not done. The switch could not be saved. Nothing has changed.');
    const expectApart = async (pressed: Locator, told: number) => {
      await expect(messages).toHaveCount(told);
      await expect(messages.filter({ visible: true })).toHaveCount(1);
      const [one, other] = await Promise.all([messages.last().boundingBox(), pressed.boundingBox()]);
      if (!one || !other) throw new Error('Both are on the page');
      expect(one.y >= other.y + other.height || one.y + one.height <= other.y).toBe(true);
    };
    // Right below the header, where messages are shown otherwise.
    await email.evaluate((element) => {
      scrollTo({ top: scrollY + element.getBoundingClientRect().top - 100, behavior: 'instant' });
    });
    await email.click();
    await expectApart(email, 1);
    await expect(page.locator('.toasts')).toHaveClass(/bottom-20/);
    await expect(email).toBeChecked();
    await billing.click();
    await expectApart(billing, 2);
    await expect(billing).toBeChecked();
  });
});

test('what one did oneself is said before the news that come with it, and these after it', {
  tag: '@any-width',
}, async ({ page }) => {
  const { record } = await becomeNewLearner(page);
  // News from before the page listens are counted in the bell alone.
  const listening = page.waitForResponse((answer) => {
    const asked = answer.request();
    return (
      answer.url().endsWith('/api/realtime') &&
      asked.method() === 'POST' &&
      /notifications/.test(asked.postData() ?? '')
    );
  });
  await page.goto(path);
  const billing = page.getByRole('switch', { name: 'Billing' });
  await expect(billing).toBeChecked();
  await listening;
  await tell(page, record.id, { title: 'News of the same', message: 'It is done.', type: 'system' });
  const news = page
    .getByRole('listitem')
    .filter({ hasText: 'News of the same' })
    .getByRole('button', { name: 'Dismiss' });
  await expect(news).toBeVisible();
  await page.route('**/api/collections/notification_preferences/records/*', (route) => route.abort());
  await billing.click();
  const own = page.getByRole('listitem').filter({ hasText: 'The switch could not be saved.' });
  await expect(own).toBeVisible();
  await expect(news).toBeHidden();
  // It goes by itself soon, on a busy machine before it has come to rest for a click.
  await own.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(news).toBeVisible();
  // The menu's buttons stay in sight.
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expect(page.locator('.toasts')).toHaveCSS('visibility', 'hidden');
});

test.describe('recent notifications', () => {
  test('[206] say title, message, type, time and whether they were read, and can be marked', {
    tag: '@any-width',
  }, async ({ page }) => {
    const { record } = await signInAsNewLearner(page);
    await tell(page, record.id, { title: 'Bank transfer', message: 'S$66.00 is on its way.', type: 'payment' });
    await tell(page, record.id, { title: 'New sign-in', message: 'From Singapore.', type: 'security' });
    await page.goto(path);
    await expect(count(page)).toHaveText('2 notifications');
    const first = rows(page).filter({ hasText: 'Bank transfer' });
    await expect(first).toContainText('S$66.00 is on its way.');
    await expect(first).toContainText('Payment');
    await expect(first).toContainText(/Today \d\d:\d\d/);
    await expect(first).toContainText('Unread');
    await expect(page.getByRole('link', { name: 'Notifications, 2 unread' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Mark as read: Bank transfer' }).click();
    await expect(page.getByRole('button', { name: 'Mark as unread: Bank transfer' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible();
    await page.getByRole('button', { name: 'Mark all as read (1)' }).click();
    await expect(page.getByRole('link', { name: 'Notifications', exact: true }).last()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Mark all as read/ })).toHaveCount(0);
    await expect(rows(page).getByText('Unread', { exact: true })).toHaveCount(0);
  });

  test('are searched, filtered and ordered where there are more than three, all of it in the address', {
    tag: '@any-width',
  }, async ({ page }) => {
    const { record } = await signInAsNewLearner(page);
    for (const title of ['Alpha news', 'Beta news', 'Gamma news']) await tell(page, record.id, { title });
    await page.goto(path);
    await expect(rows(page)).toHaveCount(4);
    await expect(page.getByRole('search')).toHaveCount(0);
    await tell(page, record.id, { title: 'Gamma refund', type: 'payment' });
    await page.reload();
    await page.getByRole('searchbox', { name: 'Search notifications' }).fill('gamma');
    await expect(count(page)).toHaveText('2 notifications found');
    await expect(page).toHaveURL(/q=gamma/);
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Payment' }).click();
    await expect(count(page)).toHaveText('1 notification found');
    await page.getByRole('searchbox', { name: 'Search notifications' }).fill('zeta');
    await expect(page.getByText('No notification matches')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(count(page)).toHaveText('4 notifications');
    await page.getByRole('combobox', { name: 'Sort by' }).click();
    await page.getByRole('option', { name: 'Oldest first' }).click();
    await expect(page.getByRole('table', { name: 'Recent notifications, oldest first' })).toBeVisible();
    await expect(rows(page).nth(1)).toContainText('Alpha news');
  });

  test('come in while the page is open, and pages follow one another', { tag: '@any-width' }, async ({ page }) => {
    const { record } = await becomeNewLearner(page);
    await page.goto(path);
    await expect(page.getByText('No notifications yet')).toBeVisible();
    // The stream is open when this is seen: the toast is its work alone.
    await expect(async () => {
      await tell(page, record.id, { title: 'Just in' });
      await expect(page.getByRole('table').getByText('Just in').first()).toBeVisible({ timeout: 2000 });
    }).toPass();
    for (let number = 1; number <= 31; number++) await tell(page, record.id, { title: `Number ${number}` });
    await page.reload();
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Recent notifications' })).toBeFocused();
  });

  test('lead to what they are about and are read then', { tag: '@any-width' }, async ({ page }) => {
    await signIn(page, demoAccounts.learner, path);
    const link = rows(page).getByRole('link', { name: 'Lesson confirmed' }).first();
    await link.click();
    await expect(page).toHaveURL(/\/dashboard\/lessons\//);
  });
});
