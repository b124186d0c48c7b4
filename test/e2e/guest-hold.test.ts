import { expect, test } from '@playwright/test';
import { cards, fillPickup, payByCard } from './support/book.ts';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { findInstructor } from './support/find-instructor.ts';
import { becomeNewLearner } from './support/sign-in.ts';

test(
  'a guest’s tap on a time holds it for them, until they let it go, take another, or sign in and pay',
  { tag: '@any-width' },
  async ({ page, context, browser }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 9);
    const times = page.getByRole('link', { name: new RegExp(`\\d.* with ${instructor.name}`) });
    const isFree = async (start: string) => {
      const to = new Date(Date.parse(start) + 1).toISOString();
      const params = { instructor: instructor.id, from: start, to, durationMinutes: instructor.lessonMinutes[0] ?? 60 };
      const answer = await page.request.get('/api/marketplace/slots', { params });
      return ((await answer.json()) as { items: unknown[] }).items.length > 0;
    };
    const tap = async (nth: number) => {
      await page.goto(`/instructors/${instructor.id}?week=1`);
      const path = await times.nth(nth).getAttribute('href');
      await times.nth(nth).click();
      await expect(page.getByText(/ is held for you until \d\d:\d\d\./)).toContainText(instructor.name);
      return new URL(path ?? '', page.url()).searchParams.get('start') ?? '';
    };
    const first = await tap(0);
    await expectAccessible(page);
    expect(await isFree(first)).toBe(false);
    await page.getByRole('button', { name: 'Let this time go' }).click();
    await expect(page.getByText('You released the time. Nothing is held for you now.')).toBeVisible();
    expect(await isFree(first)).toBe(true);

    await tap(1);
    await page.getByRole('link', { name: 'Choose another time or length' }).click();
    await expect(page.getByRole('heading', { level: 1, name: instructor.name })).toBeVisible();
    // Their own time is among those to choose from, on every page that has them, and leads back to it.
    for (const path of [
      `/instructors/${instructor.id}`,
      `/instructors/${instructor.id}?week=1`,
      `/instructors?q=${encodeURIComponent(instructor.name)}`,
    ]) {
      await page.goto(path);
      await expect(page.getByRole('link', { name: /\d Held by you$/ })).toBeVisible();
      await expectAccessible(page);
    }
    await page.getByRole('link', { name: /\d Held by you$/ }).click();
    await expect(page.getByText(/ is held for you until \d\d:\d\d\./)).toContainText(instructor.name);
    const chosen = await tap(0);
    expect(await isFree(chosen)).toBe(false);
    // A tab that knows nothing of this one, as a mail's link opens, says the same.
    const tab = await context.newPage();
    await tab.goto('/register');
    await expect(tab.getByText(/ is held for you until/)).toContainText(instructor.name);
    await tab.close();

    // Somebody else finds it taken.
    const others = await browser.newContext();
    const other = await others.newPage();
    await other.goto(`/login`);
    await other.evaluate(
      ([id, start, minutes]) => {
        const query = new URLSearchParams({ instructor: id ?? '', start: start ?? '', durationMinutes: minutes ?? '' });
        sessionStorage.setItem('kerbside_wanted_path', `/dashboard/book-lesson?${query}`);
      },
      [instructor.id, chosen, String(instructor.lessonMinutes[0] ?? 60)],
    );
    await other.reload();
    await expect(other.getByText(/can no longer be booked\. Nothing is held for you\.$/)).toBeVisible();
    await others.close();

    const { record } = await becomeNewLearner(page);
    await page.goto('/login');
    await page.getByLabel('Email').fill(record.email);
    await page.getByLabel('Password', { exact: true }).fill(demoLearner.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/replaces=/);
    // Who looks elsewhere first is not led past the pick-up by the reminder.
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Continue to payment' }).click();
    await page.waitForURL(/replaces=/);
    await fillPickup(page);
    await expect(page.getByRole('timer', { name: 'Time left to pay' })).toBeVisible();
    expect(await isFree(chosen)).toBe(false);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await payByCard(page, cards.accepted);
    await expect(page.getByRole('heading', { name: 'Your lesson is booked' })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('guest')))).toEqual([]);
  },
);
