import { type Browser, expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { becomeNewLearner, demoAccounts, signIn } from './support/sign-in.ts';

async function openAsAdmin(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, demoAccounts.admin, path);
  return page;
}

async function fillQuestion(page: Page, subject: string): Promise<void> {
  await page.getByRole('combobox', { name: 'What is it about?' }).click();
  await page.getByRole('option', { name: 'Payment or refund' }).click();
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await page.getByRole('textbox', { name: 'Your question' }).fill('I cancelled on Friday, and nothing came.');
}

test('[199-203] the Help Center has answers, categories, and a support block with its hours and response time', async ({
  page,
}) => {
  await becomeNewLearner(page);
  await page.goto('/dashboard/help');
  const categories = page.getByRole('navigation', { name: 'Categories' });
  await expect(categories.getByRole('link', { name: 'Changes and refunds' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Payment' })).toBeVisible();
  await page.getByText('What do I get back when I cancel?').click();
  await expect(page.getByText('All of it until 24 hours before the lesson')).toBeVisible();
  const support = page.getByRole('complementary', { name: 'Ask a person' });
  await expect(support).toContainText('Monday to Friday, 9 AM to 6 PM SGT');
  await expect(support).toContainText('2 hours');
  await expect(support).toContainText(/we aim to answer by (?:today|tomorrow|\w{3}) .*\d\d:\d\d SGT/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('answers are searched, and what has none becomes a question to the support', { tag: '@any-width' }, async ({
  page,
}) => {
  await becomeNewLearner(page);
  await page.goto('/dashboard/help');
  const search = page.getByRole('searchbox', { name: 'Search the answers' });
  await search.fill('paynow time');
  await expect(page.getByRole('status').filter({ hasText: /answers? found/ })).toBeVisible();
  await expect(page).toHaveURL(/q=paynow/);
  await expect(page.getByText('On its way back to you.')).toBeVisible();
  await search.fill('xylophone');
  await expect(page.getByText('No answer matches')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Ask support' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('xylophone');
});

test('a question keeps what was typed through errors and breaks, and is asked once', { tag: '@any-width' }, async ({
  page,
}) => {
  await becomeNewLearner(page);
  await page.goto('/dashboard/help/new');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Choose what it is about.')).toBeVisible();
  await expect(page.getByText('Enter your question.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await fillQuestion(page, 'Refund missing');
  await page.route('**/api/collections/support_requests/records*', (route) => {
    return route.request().method() === 'POST' ? route.abort() : route.fallback();
  });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert')).toContainText('What you typed is kept');
  await page.unroute('**/api/collections/support_requests/records*');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Refund missing');
  await page.getByRole('button', { name: 'Send' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Refund missing' })).toBeVisible();
  await page.getByRole('link', { name: 'All requests' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 request' })).toBeVisible();
});

test('an admin answers, who asked sees it at once, and the request is closed and opened again', {
  tag: '@any-width',
}, async ({ page, browser }) => {
  await becomeNewLearner(page, 'Chua Kai Wen');
  await page.goto('/dashboard/help/new');
  const subject = `Refund ${crypto.randomUUID().slice(0, 8)}`;
  await fillQuestion(page, subject);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Waiting for an answer')).toBeVisible();
  await expect(page.getByText(/^We answer by .* SGT$/)).toBeVisible();
  const admin = await openAsAdmin(browser, `/dashboard/help/requests?q=${encodeURIComponent(subject)}&status=open`);
  await expect(admin.getByText('Chua Kai Wen')).toBeVisible();
  await admin.getByRole('link', { name: subject }).click();
  const reply = admin.getByRole('textbox', { name: `Message about ${subject}` });
  await reply.fill('It left us this morning.');
  await reply.press('Enter');
  await expect(page.getByRole('log').getByText('It left us this morning.')).toBeVisible();
  await expect(page.getByText('Answered', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Close the request' }).click();
  await expect(page.getByText('Closed. Writing here opens it again.')).toBeVisible();
  await page.getByRole('textbox', { name: `Message about ${subject}` }).fill('One more thing');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Waiting for an answer')).toBeVisible();
  await page.getByRole('link', { name: 'All requests' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 request' })).toBeVisible();
  // One row needs no filters.
  await expect(page.getByRole('combobox', { name: 'Status' })).toBeHidden();
  await page.goto('/dashboard/help/requests?status=closed');
  await expect(page.getByText('No request matches')).toBeVisible();
  await expectAccessible(page);
  await admin.context().close();
});

test('a request that was not answered in time says that the answer is late, and promises no hour that is over @any-width', async ({
  page,
}) => {
  const { token } = await becomeNewLearner(page);
  const asked = await page.request.post('/api/collections/support_requests/records', {
    data: { category: 'payment', subject: 'Receipt with a name', text: 'Can it carry my name?' },
    headers: { Authorization: token },
  });
  const { id } = await asked.json();
  await (await asSuperuser(page)).update('support_requests', id, { answerBy: '2026-01-05 02:00:00.000Z' });
  await page.goto('/dashboard/help/requests');
  await expect(page.getByText(/^Was due by .*5 Jan/)).toBeVisible();
  await page.goto(`/dashboard/help/requests/${id}`);
  await expect(page.getByText(/^We are late: our answer was due by .*5 Jan/)).toBeVisible();
});
