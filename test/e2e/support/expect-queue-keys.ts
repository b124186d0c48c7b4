import { expect, type Locator, type Page } from '@playwright/test';

/** On the page of a case: a key of the queue's leads to a case beside it, and the other key back. */
export async function expectQueueKeys(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await expect(next).toBeVisible();
  const here = page.url();
  // Others may have put cases around this one meanwhile: it is at one end, or in between.
  const [there, back] = (await next.isDisabled()) ? ['k', 'j'] : ['j', 'k'];
  const place = page.getByText(/^Case \d+ of \d+$/);
  const before = String(await place.textContent());
  await page.keyboard.press(there);
  await expect(page).not.toHaveURL(here);
  // The keys of the next case are there with it.
  await expect(place).not.toHaveText(before);
  await page.keyboard.press(back);
  await expect(page).toHaveURL(here);
}

/** In a field, and in a list of choices, the queue's keys are letters. */
export async function expectLetters(page: Page, field: Locator, choice?: Locator): Promise<void> {
  const here = page.url();
  await field.pressSequentially('jk');
  await expect(field).toHaveValue('jk');
  await choice?.focus();
  for (const key of choice ? ['j', 'k', 'k', 'j'] : []) await page.keyboard.press(key);
  await expect(page).toHaveURL(here);
  await field.fill('');
}
