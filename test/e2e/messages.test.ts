import { type Browser, expect, type Page, type TestInfo, test } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { findInstructor } from './support/find-instructor.ts';
import { becomeNewLearner, demoAccounts, signIn, signInAsNewLearner } from './support/sign-in.ts';

const password = 'kerbside-demo';

async function tokenOf(page: Page, collection: string, identity: string): Promise<string> {
  const answer = await page.request.post(`/api/collections/${collection}/auth-with-password`, {
    data: { identity, password },
  });
  return (await answer.json()).token;
}

/** The demo's instructor, whose account a second browser can take. */
async function findRavi(page: Page): Promise<{ id: string; name: string }> {
  const filter = "name = 'Ravi Chandran'";
  const answer = await page.request.get('/api/collections/instructors/records', { params: { filter } });
  return (await answer.json()).items[0];
}

let minutes = 0;

/** A lesson of that learner with Ravi, long ago, as a superuser writes it down. */
async function giveLesson(page: Page, learner: string, instructor: string, testInfo: TestInfo): Promise<void> {
  minutes += 90;
  // Each project and each worker has a year of its own, so that no two of these lessons overlap.
  const year = 2012 + testInfo.workerIndex * 2 + (testInfo.project.name === 'phone' ? 0 : 1);
  const start = new Date(Date.UTC(year, 0, 1, 0, minutes)).toISOString();
  const answer = await page.request.post('/api/collections/lessons/records', {
    headers: { authorization: await tokenOf(page, '_superusers', 'root@kerbside.example') },
    data: { instructor, learner, start, durationMinutes: 60, status: 'completed' },
  });
  expect(answer.status()).toBe(200);
}

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to / });
const log = (page: Page) => page.getByRole('log');

async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** A second person's window. */
async function openAsRavi(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, demoAccounts.instructor, path);
  return page;
}

test(
  'a guest writes to an instructor from the public page after signing in, and numbers are hidden',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 7);
    await becomeNewLearner(page);
    await page.goto(`/instructors/${instructor.id}`);
    await page.getByRole('link', { name: `Message ${instructor.name}` }).click();
    await expect(page.getByText(`Write to ${instructor.name}`)).toBeVisible();
    await expect(page.getByText('can be sent once a lesson between you is confirmed')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Attach pictures or PDF files' })).toHaveCount(0);
    await expectAccessible(page);
    await composer(page).fill('Do you teach on Sundays?');
    await composer(page).press('Shift+Enter');
    await composer(page).pressSequentially('Call me: 9123 4567');
    await composer(page).press('Enter');
    await expect(log(page).getByText('Do you teach on Sundays?')).toContainText('Call me: [number hidden]');
    await expect(log(page).getByText('Contact details are hidden until a lesson is confirmed')).toBeVisible();
    await expect(log(page).getByRole('region', { name: 'Today' })).toBeVisible();
    await expect(log(page).getByText('Sent', { exact: true })).toBeVisible();
    await expect(composer(page)).toHaveValue('');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'All messages' }).click();
    const line = page.getByRole('listitem').filter({ hasText: instructor.name });
    // The instructor's portrait stands beside the name.
    await expect(line.locator('img[src*="/api/files/instructors/"]')).toBeVisible();
    await expect(line).toContainText('You: Do you teach on Sundays? Call me: [number hidden]');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  },
);

test(
  'both sides see what is written at once, and whether it was read',
  { tag: '@any-width' },
  async ({ page, browser }, testInfo) => {
    const { record } = await signInAsNewLearner(page, 'Goh Wei Lin');
    const ravi = await findRavi(page);
    await giveLesson(page, record.id, ravi.id, testInfo);
    await page.goto(`/dashboard/messages/new?instructor=${ravi.id}`);
    await write(page, 'Shall we meet at exit B?');
    await expect(log(page).getByText('Sent', { exact: true })).toBeVisible();
    const other = await openAsRavi(browser, `/dashboard/messages/new?learner=${record.id}`);
    await expect(log(other).getByText('Shall we meet at exit B?')).toBeVisible();
    await expect(log(page).getByText('Read', { exact: true })).toBeVisible();
    await write(other, 'Yes. My number is 9123 4567.');
    await expect(log(page).getByText('Yes. My number is 9123 4567.')).toBeVisible();
    // Whoever leaves before it is written down that this was read has it unread.
    await expect(log(other).getByText('Read', { exact: true })).toBeVisible();
    await page.goto('/dashboard/help');
    await write(other, 'See you then');
    await expect(page.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
    await page.getByRole('link', { name: 'Messages, 1 unread' }).click();
    await page.getByRole('link', { name: 'Ravi Chandran' }).click();
    await expect(log(page).getByText('See you then')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Messages', exact: true }).first()).toBeVisible();
    await other.context().close();
  },
);

test(
  'what is unread is counted in every window of a person, and reading it in one clears it in all',
  {
    tag: '@any-width',
  },
  async ({ page, browser }, testInfo) => {
    const { record } = await signInAsNewLearner(page, 'Goh Wei Lin');
    const ravi = await findRavi(page);
    await giveLesson(page, record.id, ravi.id, testInfo);
    await page.goto(`/dashboard/messages/new?instructor=${ravi.id}`);
    await write(page, 'Are you there?');
    await expect(log(page).getByText('Sent', { exact: true })).toBeVisible();
    await page.goto('/dashboard/help');
    const elsewhere = await (await browser.newContext()).newPage();
    await signIn(elsewhere, record.email, '/dashboard/profile');
    const windows = [page, elsewhere];
    const counted = (window: Page, name: string | RegExp) =>
      window.getByRole('banner').getByRole('link', { name, exact: true });
    for (const window of windows) await expect(counted(window, 'Messages')).toBeVisible();
    const other = await openAsRavi(browser, `/dashboard/messages/new?learner=${record.id}`);
    await write(other, 'Yes');
    for (const window of windows) await expect(counted(window, 'Messages, 1 unread')).toBeVisible();
    await write(other, 'Where shall we meet?');
    for (const window of windows) await expect(counted(window, 'Messages, 2 unread')).toBeVisible();
    await counted(elsewhere, 'Messages, 2 unread').click();
    await elsewhere.getByRole('link', { name: 'Ravi Chandran' }).click();
    await expect(log(elsewhere).getByText('Where shall we meet?')).toBeVisible();
    for (const window of windows) await expect(counted(window, 'Messages')).toBeVisible();
    const told = await page.request.post('/api/collections/notifications/records', {
      headers: { authorization: await tokenOf(page, '_superusers', 'root@kerbside.example') },
      data: { user: record.id, type: 'system', title: 'Closed for an hour tonight' },
    });
    expect(told.status()).toBe(200);
    for (const window of windows) await expect(counted(window, /^Notifications, \d+ unread$/)).toBeVisible();
    await counted(elsewhere, /^Notifications, \d+ unread$/).click();
    await elsewhere.getByRole('button', { name: /^Mark all as read/ }).click();
    for (const window of windows) await expect(counted(window, 'Notifications')).toBeVisible();
    await expect(page).toHaveURL('/dashboard/help');
    await Promise.all([other.context().close(), elsewhere.context().close()]);
  },
);

test(
  'a message that can’t be sent stays with its text and is sent again once',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 8);
    await becomeNewLearner(page);
    await page.goto(`/dashboard/messages/new?instructor=${instructor.id}`);
    await composer(page).fill('A draft');
    await page.getByRole('link', { name: 'All messages' }).click();
    await expect(page).toHaveURL('/dashboard/messages');
    await page.goBack();
    await expect(composer(page)).toHaveValue('A draft');
    await page.route('**/api/collections/messages/records', (route) => {
      return route.request().method() === 'POST' ? route.abort() : route.fallback();
    });
    await write(page, 'First try');
    await expect(page.getByRole('alert').filter({ hasText: 'Your message was not sent.' })).toBeVisible();
    await expect(log(page).getByText('First try')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/collections/messages/records');
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(log(page).getByText('Sent', { exact: true })).toBeVisible();
    await expect(log(page).getByText('First try')).toHaveCount(1);
    await page.reload();
    await expect(log(page).getByText('First try')).toHaveCount(1);
  },
);

test(
  'pictures and PDF files go with a message after a confirmed lesson',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const { record } = await signInAsNewLearner(page);
    const ravi = await findRavi(page);
    await giveLesson(page, record.id, ravi.id, testInfo);
    await page.goto(`/dashboard/messages/new?instructor=${ravi.id}`);
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Attach pictures or PDF files' }).click();
      await (await chooser).setFiles(file);
    };
    await choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await expect(page.getByRole('alert')).toHaveText('notes.txt is not a JPG, PNG, WebP or PDF file.');
    await choose({ name: 'map.png', mimeType: 'image/png', buffer: png });
    await choose({ name: 'permit.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') });
    await expect(page.getByRole('button', { name: 'Remove permit.pdf' })).toBeVisible();
    await page.getByRole('button', { name: 'Send message' }).click();
    const picture = log(page).getByRole('img', { name: 'Attached: map.png' });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(log(page).getByRole('link', { name: 'permit.pdf' })).toBeVisible();
    await expectNoSidewaysScroll(page);
  },
);

test(
  'conversations are searched and filtered where there are many, and none is said in an empty state',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    await becomeNewLearner(page);
    await page.goto('/dashboard/messages');
    await expect(page.getByText('No messages yet')).toBeVisible();
    for (const turn of [9, 10]) {
      const instructor = await findInstructor(page, testInfo, turn);
      await page.goto(`/dashboard/messages/new?instructor=${instructor.id}`);
      await write(page, `Question ${turn}`);
      await expect(log(page).getByText('Sent', { exact: true })).toBeVisible();
    }
    await page.goto('/dashboard/messages');
    await expect(page.getByRole('status').filter({ hasText: '2 conversations' })).toBeVisible();
    // Two rows need no search.
    await expect(page.getByRole('searchbox', { name: 'Search by name or last message' })).toBeHidden();
    await page.goto('/dashboard/messages?q=question+9');
    await expect(page.getByRole('status').filter({ hasText: '1 conversation found' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: 'Unread' }).click();
    await expect(page.getByText('No conversation matches')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(page.getByRole('status').filter({ hasText: '2 conversations' })).toBeVisible();
  },
);

test('the lesson’s page leads to its conversation, and a stranger’s is not there', { tag: '@any-width' }, async ({
  page,
}) => {
  await signIn(page, demoAccounts.learner, '/dashboard/lesson-history');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('link', { name: /^Message / }).click();
  await expect(composer(page)).toBeVisible();
  await page.goto('/dashboard/messages/nosuchconverse1');
  await expect(page.getByText('There is no such conversation')).toBeVisible();
});
