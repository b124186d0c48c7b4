import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { cards, holdTime, payByCard } from './support/book.ts';
import { demoLearner } from './support/demo-learner.ts';
import { expectPending } from './support/expect-pending.ts';
import { findInstructor } from './support/find-instructor.ts';
import { becomeNewLearner, signInAsNewLearner } from './support/sign-in.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const tag = '@any-width';

test('the buttons of settings and profile answer at once and take no second press', { tag }, async ({ page }) => {
  const { record } = await signInAsNewLearner(page);
  const { password } = demoLearner;
  const again = { identity: record.email, password };
  await page.request.post('/api/collections/users/auth-with-password', { data: again });
  await page.goto('/dashboard/profile');
  await expectPending(page, button(page, 'Verify your email address'), ['POST', '**/users/request-verification']);
  await page.goto('/dashboard/settings');
  await expectPending(page, button(page, 'Email me a link'), ['POST', '**/users/request-password-reset']);
  await expectPending(page, button(page, 'Download my data'), ['GET', '**/api/marketplace/export']);
  await expectPending(page, button(page, 'Sign out all other devices'), ['DELETE', '**/api/marketplace/devices']);
  const other = page
    .getByRole('region', { name: 'Devices' })
    .getByRole('listitem')
    .filter({ hasNotText: 'This device' });
  await expectPending(page, other.getByRole('button'), ['DELETE', '**/api/marketplace/devices/*']);
  await button(page, 'Delete my account').click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Type .* to confirm$/ })
    .fill(record.email);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Your password' }).fill(password);
  await expectPending(page, button(page, 'Delete for good'), ['POST', '**/api/marketplace/close-account']);
  await (await asSuperuser(page)).update('users', record.id, { verified: true });
  await page.reload();
  await page.getByRole('switch', { name: 'Two-factor sign-in' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Your password' }).fill(password);
  await expectPending(page, button(page, 'Turn on'), ['POST', '**/api/marketplace/two-factor']);
});

test('the buttons on a learner’s way answer at once and take no second press', { tag }, async ({ page }, testInfo) => {
  const { token } = await signInAsNewLearner(page, 'Lim Jia Hui', { hasAgreed: false });
  await expectPending(page, button(page, 'I agree'), ['POST', '**/api/marketplace/terms']);
  const instructor = await findInstructor(page, testInfo, 24);
  await page.goto(`/instructors/${instructor.id}`);
  const heart = button(page, `Save ${instructor.name}`);
  await expectPending(page, heart, ['POST', '**/saved_instructors/records']);
  await page.goto('/dashboard/road');
  await button(page, 'Mark as done Basic Theory Test').click();
  await page.getByRole('dialog').getByLabel('Passed on').fill('2026-10-01');
  await expectPending(page, button(page, 'Save'), ['POST', '**/licence_roads/records']);
  const question = { category: 'payment', subject: 'A refund', text: 'Where is it?' };
  const headers = { Authorization: token };
  const asked = await page.request.post('/api/collections/support_requests/records', { data: question, headers });
  await page.goto(`/dashboard/help/requests/${(await asked.json()).id}`);
  await expectPending(page, button(page, 'Close the request'), ['PATCH', '**/support_requests/records/*']);
});

test(
  'the buttons of paying and booking again answer at once and take no second press',
  { tag },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 25);
    const { record } = await becomeNewLearner(page);
    await holdTime(page, instructor);
    await page.getByRole('radio', { name: /PayNow/ }).check();
    const show = button(page, /^Show the QR code for S\$/);
    await expectPending(page, show, ['POST', '**/payments/records']);
    await button(page, /^Show the QR code for S\$|^Try again/).click();
    await expectPending(page, button(page, 'Simulate bank'), ['POST', '**/api/sandbox/bank']);
    await expectPending(page, button(page, 'Pay in another way'), ['POST', '**/payments/*/close']);
    await button(page, 'Pay in another way').click();
    await page.getByRole('radio', { name: /Card/ }).check();
    await payByCard(page, cards.accepted);
    await expect(page.getByRole('heading', { name: /^(Your lesson is booked|Paid\.)/ })).toBeVisible();
    await expectPending(page, button(page, 'Add to calendar'), ['GET', '**/lessons/*.ics']);
    const start = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const past = { instructor: instructor.id, learner: record.id, start, durationMinutes: 60, status: 'completed' };
    await (await asSuperuser(page)).create('lessons', { ...past, pickup: 'Bedok MRT', postalCode: '460204' });
    await page.goto('/dashboard');
    const times = page.getByRole('region', { name: `Book ${instructor.name} again` });
    await expectPending(page, times.getByRole('button').first(), ['POST', '**/lessons/records']);
  },
);

test('marking all notifications as read leaves the focus at the list', { tag }, async ({ page }, testInfo) => {
  await becomeNewLearner(page);
  await holdTime(page, await findInstructor(page, testInfo, 26));
  await payByCard(page, cards.accepted);
  await expect(page.getByRole('heading', { name: /^(Your lesson is booked|Paid\.)/ })).toBeVisible();
  await page.goto('/dashboard/notifications');
  await button(page, /^Mark all as read/).click();
  await expect(page.getByRole('heading', { name: 'Recent notifications' })).toBeFocused();
  await expect(button(page, /^Mark all as read/)).toBeHidden();
});
