import { expect, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectToast } from './support/expect-toast.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';
import { someLetters } from './support/some-letters.ts';

test('an admin pardons an instructor who is hidden, says why, and finds the pardon in the list', {
  tag: '@any-width',
}, async ({ page }) => {
  const instructor = await signInAsNewInstructor(page, '/dashboard');
  const name = `Hidden ${someLetters()}`;
  const root = await asSuperuser(page);
  await root.update('instructors', instructor, { name, hiddenUntil: '2099-01-01 00:00:00.000Z' });
  await signIn(page, demoAccounts.admin, '/dashboard/pardons');
  await page.getByRole('button', { name: `Pardon ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Pardon ${name}` });
  await dialog.getByRole('button', { name: 'Pardon', exact: true }).click();
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The road was closed');
  await dialog.getByRole('button', { name: 'Pardon', exact: true }).click();
  await expectToast(page, `${name} is pardoned`);
  await expect(page.getByRole('button', { name: `Pardon ${name}` })).toBeHidden();
  // There may be too few of them for a search's field.
  await page.goto(`/dashboard/pardons?q=${instructor}`);
  await expect(page.getByRole('searchbox', { name: 'Search pardons' })).toHaveValue(instructor);
  const pardons = page.getByRole('table', { name: 'What was pardoned' });
  await expect(pardons.getByRole('row')).toHaveCount(2);
  await expect(pardons.getByText('The road was closed')).toBeVisible();
  await expect(pardons.getByText('Cancellations pardoned')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
