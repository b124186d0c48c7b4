import { expect, type Page, type TestInfo, test } from '@playwright/test';
import { failCall, failures } from './support/fail-call.ts';
import { findInstructor } from './support/find-instructor.ts';
import { signInAsNewLearner } from './support/sign-in.ts';
import { writes } from './support/writes.ts';

const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

for (const write of writes) {
  const { name, call, open, button, fallback, isKept, isDone } = write;
  test(
    `${name} survives every failure: it is said, what was typed stays, and the same button does it [115] [285]`,
    { tag: '@any-width' },
    async ({ page }, testInfo) => {
      test.slow();
      await open(page, testInfo);
      for (const failure of failures) {
        await test.step(failure.name, async () => {
          const sent = await failCall(page, ...call, failure);
          await button(page).click();
          // Until then what the failure before it said may still stand.
          await expect.poll(sent).toBe(1);
          await expect(alert(page, failure.says ?? fallback)).toBeVisible();
          await isKept(page);
          // Nothing is sent anew by itself: it could be a second payment.
          expect(sent()).toBe(1);
          await page.unrouteAll();
        });
      }
      await button(page).click();
      await isDone(page);
    },
  );
}

async function openMessage(page: Page, testInfo: TestInfo): Promise<void> {
  await signInAsNewLearner(page);
  const instructor = await findInstructor(page, testInfo, 20);
  await page.goto(`/dashboard/messages/new?instructor=${instructor.id}`);
  await page.getByRole('textbox', { name: /^Message to / }).fill('Is the clutch soft?');
}

test(
  'a message that could not be sent keeps its words and is sent again by its own button',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    test.slow();
    await openMessage(page, testInfo);
    const thread = page.getByRole('log');
    const path = '**/api/collections/messages/records';
    for (const failure of failures) {
      await test.step(failure.name, async () => {
        await failCall(page, 'POST', path, failure);
        const repeat = thread.getByRole('button', { name: 'Send again' });
        if (await repeat.isVisible()) await repeat.click();
        else await page.getByRole('textbox', { name: /^Message to / }).press('Enter');
        await expect(alert(page, failure.says ?? /not sent/)).toBeVisible();
        await expect(thread.getByText('Is the clutch soft?')).toBeVisible();
        await page.unrouteAll();
      });
    }
    await thread.getByRole('button', { name: 'Send again' }).click();
    await expect(thread.getByRole('button', { name: 'Send again' })).toBeHidden();
    await expect(thread.getByText('Is the clutch soft?')).toBeVisible();
  },
);
