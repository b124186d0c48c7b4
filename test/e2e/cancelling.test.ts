import { expect, test } from '@playwright/test';
import { cards, holdTime, payByCard } from './support/book.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { findInstructor } from './support/find-instructor.ts';
import { signInAsNewLearner } from './support/sign-in.ts';

test('a learner sees what cancelling gives back before doing it, and afterwards what became of the money', async ({
  page,
}, testInfo) => {
  await signInAsNewLearner(page);
  const instructor = await findInstructor(page, testInfo, 7);
  await holdTime(page, instructor);
  await payByCard(page, cards.accepted);
  await expect(page.getByRole('heading', { name: 'Your lesson is booked' })).toBeVisible();

  await page.getByRole('button', { name: 'Cancel the lesson' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this lesson?' });
  await expect(dialog).toContainText(/You get S\$\d+\.\d\d back to your card/);
  await expect(dialog).toContainText(/(more|less) than 24 hours ahead, so .* comes back/);
  await expectAccessible(page, '[role=dialog]');
  await expectNoSidewaysScroll(page);
  await dialog.getByLabel('Tell the instructor why').fill('I have to work that day');
  await dialog.getByRole('button', { name: 'Cancel the lesson' }).click();

  const card = page.getByRole('region', { name: 'You cancelled this lesson' });
  await expect(card).toContainText('I have to work that day');
  await expect(card).toContainText(/Sent back\s*S\$/);
  await expect(page.getByRole('button', { name: 'Cancel the lesson' })).toHaveCount(0);
  await expect(card.getByRole('link', { name: 'Book another time' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/dashboard/credit');
  await expect(page.getByRole('heading', { name: /^You have S\$\d+\.\d\d of credit$/ })).toBeVisible();
  await expectAccessible(page);
});

test('a held time is let go with one question', { tag: '@any-width' }, async ({ page }, testInfo) => {
  await signInAsNewLearner(page);
  const instructor = await findInstructor(page, testInfo, 8);
  await holdTime(page, instructor);
  const id = new URL(page.url()).searchParams.get('lesson') ?? '';
  await page.goto(`/dashboard/lessons/${id}`);
  await page.getByRole('button', { name: 'Let the time go' }).click();
  const dialog = page.getByRole('dialog', { name: 'Let this time go?' });
  await expect(dialog).toContainText('Nothing has been paid for it');
  await dialog.getByRole('button', { name: 'Let the time go' }).click();
  await expect(page.getByText('Cancelled by learner').first()).toBeVisible();
});
