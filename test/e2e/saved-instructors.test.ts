import { expect, test } from '@playwright/test';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { findInstructor } from './support/find-instructor.ts';
import { takenOver } from './support/settle.ts';
import { demoAccounts, signIn, signInAsNewLearner } from './support/sign-in.ts';

test('saved instructors stand on the dashboard and in the first step of booking', async ({ page }) => {
  await signIn(page, demoAccounts.learner);
  const saved = page.getByRole('region', { name: 'Saved instructors' });
  await expect(saved.getByRole('link', { name: /Ravi Chandran/ })).toHaveAttribute('href', /\?instructor=/);
  await page.goto('/dashboard/book-lesson');
  // Who was driven with stands above, and only there.
  await expect(page.getByRole('region', { name: 'You booked with' }).getByRole('listitem')).toHaveText(/Ravi Chandran/);
  await expect(saved.getByRole('listitem')).toHaveCount(2);
  await page.goto('/dashboard/saved');
  await expect(page.getByRole('table', { name: 'Your saved instructors' })).toContainText('Ravi Chandran');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // Two rows need no search.
  await expect(page.getByRole('searchbox', { name: 'Search by name' })).toBeHidden();
  await page.goto('/dashboard/saved?q=zzz');
  await expect(page.getByText('No instructor matches')).toBeVisible();
});

test(
  'the heart saves and forgets an instructor, on cards and on the profile, and the page is shared beside it',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    await signInAsNewLearner(page);
    await expect(page.getByRole('region', { name: 'Saved instructors' })).toContainText('No saved instructors yet');
    const { id, name } = await findInstructor(page, testInfo, 3);
    await page.goto(`/instructors/${id}`);
    await takenOver(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'The address is copied.' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    await page.getByRole('button', { name: `Save ${name}` }).click();
    const heart = page.getByRole('button', { name: `Saved ${name}` });
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(heart).toBeVisible();
    expect((await heart.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await page.goto(`/instructors?q=${encodeURIComponent(name)}`);
    await expect(page.getByRole('button', { name: `Saved ${name}` })).toBeVisible();
    await page.goto('/dashboard/saved');
    await page.getByRole('button', { name: `Saved ${name}` }).click();
    await expect(page.getByText('No saved instructors yet')).toBeVisible();
  },
);

test(
  'a guest who saves an instructor is told why to sign in, and finds the instructor saved',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const email = `saver-${crypto.randomUUID()}@kerbside.example`;
    const { password } = demoLearner;
    const made = await page.request.post('/api/collections/users/records', {
      data: { email, password, passwordConfirm: password, name: 'Goh Li Min' },
    });
    expect(made.status()).toBe(200);
    const { id, name } = await findInstructor(page, testInfo, 4);
    await page.goto(`/instructors/${id}`);
    await page.getByRole('link', { name: `Save ${name}` }).click();
    await expect(page.getByText(`Sign in to save ${name}. It is done as soon as you are in.`)).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/dashboard/saved');
    await expect(page.getByRole('table', { name: 'Your saved instructors' })).toContainText(name);
  },
);
