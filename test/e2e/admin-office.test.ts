import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { bookOverWire } from './support/book-over-wire.ts';
import { expectLetters, expectQueueKeys } from './support/expect-queue-keys.ts';
import { expectToast } from './support/expect-toast.ts';
import { findInstructor } from './support/find-instructor.ts';
import { becomeNewLearner, demoAccounts, signIn } from './support/sign-in.ts';
import { someLetters } from './support/some-letters.ts';

const tag = '@any-width';

/** Opens what can be done to an account, and does one of it in its dialog. */
async function doTo(page: Page, name: string, deed: string, title: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'View Details' }).click();
  await page.getByRole('dialog', { name }).getByRole('button', { name: deed }).click();
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: deed }).click();
}

test('an admin invites again, asks to reset a second factor, and signs somebody out everywhere', {
  tag,
}, async ({ page, browser }) => {
  const name = `Office ${someLetters()}`;
  const other = await (await browser.newContext()).newPage();
  const { record } = await becomeNewLearner(other, name);
  await other.goto('/dashboard/settings');
  await (await asSuperuser(page)).update('users', record.id, { verified: false, twoFactor: true });
  await signIn(page, demoAccounts.admin, `/dashboard/users?q=${encodeURIComponent(name)}`);
  await doTo(page, name, 'Send an invitation', `Invite ${name}`);
  await expectToast(page, `${name} has been sent an invitation`);
  await doTo(page, name, 'Reset second factor', `Reset the second factor of ${name}`);
  await expectToast(page, `${name} was sent a link to confirm it, or a second administrator does`);
  await doTo(page, name, 'Sign out everywhere', `Sign ${name} out everywhere`);
  await expectToast(page, `${name} has been signed out everywhere`);
  await other.goto('/dashboard/profile');
  await expect(other.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  await other.context().close();
});

test(
  'a request is put beside its lesson and answered with a saved answer; the next is a key away',
  {
    tag,
  },
  async ({ page, browser }, testInfo) => {
    const word = someLetters();
    const other = await (await browser.newContext()).newPage();
    // Nobody's page of the demonstration changes while another test looks at it.
    const { token } = await becomeNewLearner(other);
    const instructor = await findInstructor(page, testInfo, 15);
    await bookOverWire(other, token, instructor);
    for (const subject of [`First ${word}`, `Second ${word}`]) {
      const answer = await other.request.post('/api/collections/support_requests/records', {
        data: { category: 'other', subject, text: 'When do you open?' },
        headers: { Authorization: token },
      });
      expect(answer.status()).toBe(200);
    }
    await signIn(page, demoAccounts.admin, '/dashboard/help/answers');
    await page.getByLabel('Title').fill(`Hours ${word}`);
    await page.getByLabel('Answer', { exact: true }).fill('We answer from Monday to Friday.');
    await page.getByRole('button', { name: 'Save answer' }).click();
    await expectToast(page, 'Answer saved');
    // The desk opens at a request that waits; the list of all is a link away.
    await page.goto('/dashboard/help/requests/next');
    await expect(page).toHaveURL(/\/help\/requests\/\w{15}$/);
    await expect(page.getByText(/^Case 1 of \d+$/)).toBeVisible();
    await page.getByRole('link', { name: 'All requests' }).click();
    await expect(page.getByText(/cases? (?:is|are) waiting/)).toBeVisible();
    await page.getByText('Show the queue').click();
    await page
      .getByRole('link', { name: `First ${word}` })
      .first()
      .click();
    const reply = page.getByRole('textbox', { name: `Message about First ${word}` });
    await expect(reply).toBeVisible();
    await expectQueueKeys(page);
    await expectLetters(page, reply, page.getByRole('combobox', { name: 'Saved answer' }));
    await page.getByRole('button', { name: 'Say what it is about' }).click();
    await page.getByRole('combobox', { name: 'Lesson, payment or person' }).click();
    await page.getByRole('option', { name: `Lesson, ${instructor.name}` }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const about = page.getByRole('region', { name: 'What this request is about' });
    await expect(about.getByRole('link')).toHaveCount(1);
    // Of several lessons with one instructor it is this one.
    await expect(about.getByRole('listitem')).toHaveText(/, \w{3} \d+ \w{3}, \d\d:\d\d/);
    await page.getByRole('button', { name: 'Say what it is about' }).click();
    await page.getByRole('combobox', { name: 'Lesson, payment or person' }).click();
    await page.getByRole('option', { name: `Person, ${instructor.name}`, exact: true }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(about.getByRole('listitem')).toHaveCount(2);
    await about
      .getByRole('listitem')
      .filter({ hasText: 'Person' })
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(about.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('combobox', { name: 'Saved answer' }).click();
    await page.getByRole('option', { name: `Hours ${word}` }).click();
    await expect(reply).toHaveValue('We answer from Monday to Friday.');
    await reply.press('Enter');
    await expect(page.getByRole('log').getByText('We answer from Monday to Friday.')).toBeVisible();
    await other.context().close();
  },
);

test('a broadcast is tried on oneself, and a report scheduled, paused and taken away', { tag }, async ({ page }) => {
  const word = someLetters();
  await signIn(page, demoAccounts.admin, '/dashboard/broadcasts');
  await page.getByRole('button', { name: 'New broadcast' }).first().click();
  const draft = page.getByRole('dialog');
  await draft.getByLabel('Title').fill(`Closed ${word}`);
  await draft.getByLabel('Message').fill('The support is closed on Monday.');
  await expect(draft.getByText(/people get it, \d+ by email too/)).toBeVisible();
  await draft.getByRole('button', { name: 'Save draft' }).click();
  const line = page.getByRole('listitem').filter({ hasText: `Closed ${word}` });
  await line.getByRole('button', { name: 'Send me a test' }).click();
  await expectToast(page, 'The test is on its way to you');
  await line.getByRole('button', { name: 'Delete draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await expect(line).toHaveCount(0);

  await page.goto('/dashboard/reports');
  await page.getByRole('button', { name: 'New report' }).first().click();
  const report = page.getByRole('dialog');
  await report.getByRole('combobox', { name: 'Repeat' }).click();
  await page.getByRole('option', { name: 'Every week, on Monday' }).click();
  await report.getByLabel('Name').fill(`Weekly ${word}`);
  await report.getByRole('button', { name: 'Schedule report' }).click();
  await expectToast(page, `“Weekly ${word}” is scheduled`);
  await page.getByRole('button', { name: `Pause Weekly ${word}` }).click();
  await page.getByRole('button', { name: `Resume Weekly ${word}` }).click();
  await page.getByRole('button', { name: `Delete schedule Weekly ${word}` }).click();
  await expect(page.getByRole('button', { name: `Pause Weekly ${word}` })).toHaveCount(0);
});
