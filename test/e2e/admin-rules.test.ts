import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';

async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

test('an administrator keeps rules, holidays, fees and pass rates by pages, and reads who did what @any-width', async ({
  page,
}) => {
  await signIn(page, demoAccounts.admin, '/dashboard');
  await page.getByRole('link', { name: /^Policies/ }).click();
  const inForce = page.getByRole('listitem').filter({ hasText: 'In force' }).first();
  await inForce.getByText('Show all figures').click();
  await expect(inForce.getByText('Time held while paying (minutes)')).toBeVisible();
  await page.getByRole('button', { name: 'Make a new version' }).click();
  await page.getByLabel('Fee for the first hours of a learner with an instructor (%)').fill('20');
  await page.getByRole('button', { name: 'Preview on the last 30 days' }).click();
  await expect(page.getByText(/settled lessons?: fees of/)).toBeVisible();
  // A refusal stands at its field and nowhere else.
  await page.getByLabel('In force from').fill('2020-01-01');
  await page.getByRole('button', { name: 'Save this version' }).click();
  await expect(page.getByText('A version comes into force in the future.')).toBeVisible();
  await expect(page.getByText(/Try again/)).toHaveCount(0);
  await page.getByLabel('In force from').fill('2098-01-01');
  await page.getByRole('button', { name: 'Save this version' }).click();
  const version = page.getByRole('listitem').filter({ hasText: 'Comes into force' }).first();
  await expect(version).toContainText('Fee for the first hours of a learner with an instructor (%): 10 → 20');
  await expectGoodPage(page);
  await version.getByRole('button', { name: 'Delete this version' }).click();
  await expect(page.getByText('Comes into force')).toHaveCount(0);

  await page.goto('/dashboard/roles');
  const rights = page.getByRole('region', { name: 'What each role may do' });
  await expect(rights.getByText('Read the ledger')).toBeVisible();
  expect(await rights.evaluate((part) => part.scrollWidth <= part.clientWidth)).toBe(true);
  await expectGoodPage(page);

  await page.goto('/dashboard/holidays');
  // What is over stands apart, the last one first.
  const past = page.getByRole('group').filter({ hasText: 'Past holidays' });
  await expect(past.getByRole('listitem').first()).toBeHidden();
  await past.getByText('Past holidays').click();
  const days = await past.getByRole('listitem').locator('b').allTextContents();
  const times = days.map((day) => Date.parse(day));
  expect(times.length).toBeGreaterThan(1);
  expect(times).toEqual([...times].sort((a, b) => b - a));
  expect(times[0]).toBeLessThan(Date.now());
  await page.getByRole('textbox', { name: 'Date' }).fill('2098-12-25');
  await page.getByLabel('Name').fill('A far Christmas');
  await page.getByRole('button', { name: 'Add a holiday' }).click();
  await expect(page.getByText('25 Dec 2098').first()).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('textbox', { name: 'Date' }).fill('2098-12-25');
  await page.getByRole('button', { name: 'Add a holiday' }).click();
  await expect(page.getByRole('textbox', { name: 'Date' })).toHaveAccessibleDescription(/\w/);
  await expect(page.getByText(/Try again/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove A far Christmas' }).click();
  await expect(page.getByRole('button', { name: 'Remove A far Christmas' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Remove A far Christmas' }).click();
  await expect(page.getByRole('button', { name: 'Remove A far Christmas' })).toHaveCount(0);

  await page.goto('/dashboard/test-fees');
  await page.getByLabel('Fee (S$)').fill('55.50');
  await page.getByLabel('From').fill('2098-03-13');
  await page.getByRole('button', { name: 'Add a fee' }).click();
  await expect(page.getByText('S$55.50 from 13 Mar 2098')).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: /^Remove .*13 Mar 2098$/ }).click();
  await expect(page.getByText('S$55.50 from 13 Mar 2098')).toHaveCount(0);

  await page.goto('/dashboard/pass-rates');
  await page.getByLabel('Period').fill('May 2025–Apr 2026');
  await page.getByLabel('List', { exact: true }).fill('Name,Percent,Sample\nravi CHANDRAN,44,90\nNobody At All,10,5');
  await page.getByRole('button', { name: 'Save the rates' }).click();
  await expect(page.getByText('Enter an address such as https://www.police.gov.sg/.')).toBeVisible();
  await page.getByLabel('Source').fill('https://www.police.gov.sg/rates');
  await expect(page.getByRole('heading', { name: '1 of 2 rows can be saved' })).toBeVisible();
  await expect(page.getByText('Row 3 (Nobody At All): no instructor has this name')).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Save 1 rate' }).click();
  await expect(page.getByText('1 rate was saved', { exact: true })).toBeVisible();

  await page.goto('/dashboard/pickup-advice');
  await page.getByRole('button', { name: 'Add advice' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Write what learners should know.')).toBeVisible();
  await form.getByRole('combobox', { name: 'Area' }).click();
  await page.getByRole('option', { name: 'Bedok' }).click();
  await form.getByLabel('What learners read').fill('Wait at the taxi stand of the station.');
  await form.getByRole('checkbox', { name: 'Sunday' }).check();
  await form.getByLabel('From').fill('09:00');
  await form.getByLabel('Until').fill('08:00');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter a time after the start.')).toBeVisible();
  await form.getByLabel('Until').fill('11:00');
  await form.getByRole('button', { name: 'Save' }).click();
  const advice = page.getByRole('row').filter({ hasText: 'taxi stand' });
  await expect(advice).toContainText('Sunday, 09:00–11:00');
  await expectGoodPage(page);
  await advice.getByRole('button', { name: 'Change' }).click();
  await form.getByLabel('What learners read').fill('Wait at the bus stop.');
  await form.getByRole('button', { name: 'Save' }).click();
  const changed = page.getByRole('row').filter({ hasText: 'bus stop' });
  await changed.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'taxi stand' }).first()).toContainText('Changed');
  await page.goBack();
  await changed.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(changed).toHaveCount(0);

  const root = await asSuperuser(page);
  const { id } = await root.create('holidays', { date: '2098-12-26', name: 'Another', closes: false });
  await page.goto(`/dashboard/audit?q=${id}`);
  await expect(page.getByText('1 entry')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Another' }).first()).toContainText(
    'Created public holiday Another',
  );
  // By the words that the page shows for the collection and the field, which the trail has only by their names.
  await page.getByLabel('Search').fill(`public holiday closes the day ${id}`);
  await expect(page).toHaveURL(/q=public/);
  await expect(page.getByText('1 entry')).toBeVisible();
  await expectGoodPage(page);
  await root.remove('holidays', id);
});
