import { expect, type Page, test } from '@playwright/test';
import { actAtOnce } from './support/act-at-once.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle sidebar' });
const widthOf = async (page: Page) => (await sidebar(page).boundingBox())?.width;

// A narrow window has the sheet instead.
test.describe('the sidebar of a wide window', { tag: '@wide-only' }, () => {
  test.beforeEach(({ page }) => signIn(page, demoAccounts.learner));

  test('shows its places in labelled groups [124]', async ({ page }) => {
    const main = sidebar(page).getByRole('list', { name: 'Main' });
    await expect(main.getByRole('link')).toHaveText(['Dashboard', 'Book a Lesson', 'Lesson History']);
    await expect(sidebar(page).getByRole('list', { name: 'Support' }).getByRole('link')).toHaveCount(3);
  });

  test('is 16rem wide, starts expanded, and 3rem collapsed [128] [129] [139]', async ({ page }) => {
    await expect(sidebar(page)).toBeVisible();
    expect(await widthOf(page)).toBe(256);
    await toggle(page).click();
    await expect.poll(() => widthOf(page)).toBe(48);
  });

  test('toggles with Ctrl+B and with Cmd+B [125] [126]', async ({ page }) => {
    await expect(sidebar(page)).toBeVisible();
    await page.keyboard.press('Control+b');
    await expect.poll(() => widthOf(page)).toBe(48);
    await page.keyboard.press('Meta+b');
    await expect.poll(() => widthOf(page)).toBe(256);
  });

  test('stays as it is under a window that lies over the page', async ({ page }) => {
    await expect(sidebar(page)).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await expect(palette).toBeVisible();
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    expect(await widthOf(page)).toBe(256);
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('sidebar_state');
  });

  test('keeps the browser from acting on the shortcut, but not where rich text is edited [127] [Q10]', async ({
    page,
  }) => {
    await expect(sidebar(page)).toBeVisible();
    const isLeftAlone = (isRich: boolean) =>
      page.evaluate((rich) => {
        const target = document.createElement('div');
        if (rich) target.contentEditable = 'true';
        document.body.append(target);
        const event = new KeyboardEvent('keydown', { key: 'b', ctrlKey: true, bubbles: true, cancelable: true });
        return target.dispatchEvent(event);
      }, isRich);
    expect(await isLeftAlone(false)).toBe(false);
    await expect.poll(() => widthOf(page)).toBe(48);
    expect(await isLeftAlone(true)).toBe(true);
    expect(await widthOf(page)).toBe(48);
  });

  test('collapsed shows icons only, and keeps the names for screen readers [131]', async ({ page }) => {
    await toggle(page).click();
    await expect.poll(() => widthOf(page)).toBe(48);
    const link = sidebar(page).getByRole('link', { name: 'Lesson History' });
    await expect(link).toBeVisible();
    const name = link.getByText('Lesson History');
    await expect.poll(async () => (await name.boundingBox())?.width).toBeLessThanOrEqual(1);
    await expect(sidebar(page).getByRole('button', { name: /^User menu/ })).toBeVisible();
  });

  test('keeps its state in the cookie sidebar_state for 7 days and over a reload [136] [137] [138]', async ({
    page,
  }) => {
    await toggle(page).click();
    await expect.poll(() => widthOf(page)).toBe(48);
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state');
    expect(cookie).toMatchObject({ value: 'false', path: '/', sameSite: 'Lax' });
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    await page.reload();
    await expect(sidebar(page)).toBeVisible();
    expect(await widthOf(page)).toBe(48);
  });

  test('is there at 768 pixels and a sheet at 767 [132] [133]', async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 800 });
    await expect(sidebar(page)).toBeVisible();
    await page.setViewportSize({ width: 767, height: 800 });
    await expect(sidebar(page)).toBeHidden();
    await toggle(page).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await expectAccessible(page, '[role="dialog"]');
  });

  test('shows the tooltip of a collapsed place after 700 ms, not after 600 [140] [141]', async ({ page }) => {
    await toggle(page).click();
    await expect.poll(() => widthOf(page)).toBe(48);
    // What shows tooltips is loaded when the sidebar is collapsed.
    await expect(sidebar(page).getByRole('link', { name: 'Lesson History' })).toHaveAttribute('data-state', 'closed');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const tooltip = page.getByRole('tooltip', { name: 'Lesson History' });
    await sidebar(page).getByRole('link', { name: 'Lesson History' }).hover();
    await page.clock.runFor(600);
    await expect(tooltip).toBeHidden();
    await page.clock.runFor(150);
    await expect(tooltip).toBeAttached();
  });
});

test.describe('the sheet of a narrow window', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  test.beforeEach(({ page }) => signIn(page, demoAccounts.learner));

  test('is closed at first, opens and closes, and is 18rem wide [130] [134] [Q9]', async ({ page }) => {
    const sheet = page.getByRole('dialog', { name: 'Menu' });
    await expect(toggle(page)).toBeVisible();
    await expect(sheet).toBeHidden();
    await toggle(page).click();
    await expect(sheet).toBeVisible();
    expect((await sheet.boundingBox())?.width).toBeCloseTo(288, 2);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(sheet).toBeHidden();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('sidebar_state');
  });

  test('opens with a Ctrl+B that is pressed in the moment in which its button is there [135]', async ({ page }) => {
    const at = 'button[aria-keyshortcuts~="Control+B"]';
    await page.addInitScript(actAtOnce, { at, press: { key: 'b', ctrlKey: true } });
    await page.reload();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });

  test('opens and closes with Ctrl+B, and closes when a place is opened [135]', async ({ page }) => {
    const sheet = page.getByRole('dialog', { name: 'Menu' });
    await expect(toggle(page)).toBeVisible();
    await page.keyboard.press('Control+b');
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Control+b');
    await expect(sheet).toBeHidden();
    await toggle(page).click();
    await sheet.getByRole('link', { name: 'Help Center' }).click();
    await expect(page).toHaveURL('/dashboard/help');
    await expect(sheet).toBeHidden();
  });
});
