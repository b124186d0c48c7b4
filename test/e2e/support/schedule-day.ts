import { expect, type Locator, type Page } from '@playwright/test';

/** A Tuesday on which an instructor's calendar has nothing. */
export const tuesday = '/dashboard/schedule?view=day&date=2027-03-02';

export const tuesdayColumn = (page: Page): Locator => page.getByRole('list', { name: 'Tue 2 Mar' });

export const openHours = (page: Page, hours: string): Locator =>
  tuesdayColumn(page).getByRole('button', { name: `Open ${hours}` });

/** Opens 9 to 12 on Tuesdays by the form. */
export async function openTuesdays(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add hours or time away on Tue 2 Mar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('To', { exact: true }).fill('12:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(openHours(page, '09:00–12:00')).toBeVisible();
}
