import { expect, type Page, test } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';

const header = (page: Page) => page.getByRole('banner');

test('the way past the navigation comes first and leads to the page', async ({ page }) => {
  await signIn(page, demoAccounts.learner);
  await expect(header(page)).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard#main');
  await expect(page.getByRole('main')).toBeFocused();
});

test('each navigation gives the focus to the new page, which is called by its title, as is the tab', async ({
  page,
}) => {
  await signIn(page, demoAccounts.learner);
  const go = async (link: string, path: string, title: string) => {
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').fill(link);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('main', { name: title })).toBeFocused();
    await expect(page).toHaveTitle(`${title} · Kerbside`);
  };
  await expect(page.getByRole('main', { name: 'Dashboard' })).toBeVisible();
  await go('lesson history', '/dashboard/lesson-history', 'Lesson History');
  await go('help center', '/dashboard/help', 'Help Center');
  await page.goBack();
  await expect(page.getByRole('main', { name: 'Lesson History' })).toBeFocused();
  await expect(page).toHaveTitle('Lesson History · Kerbside');
});

test('a page comes in the chosen theme from its first byte, so that nothing flashes', { tag: '@any-width' }, async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'theme', value: 'dark', url: baseURL ?? '' }]);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const path of ['/', '/login', '/dashboard']) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).toMatch(/<html[^>]* data-theme="dark"/);
  }
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/login');
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(ground).toBe('rgb(14, 22, 19)');
});

const printed: ReadonlyArray<[what: string, account: keyof typeof demoAccounts, path: string]> = [
  ['the week', 'instructor', '/dashboard/schedule?view=week'],
  ['the earnings', 'instructor', '/dashboard/earnings'],
  ['a receipt', 'learner', '/dashboard/lessons'],
  ['the road to a licence', 'learner', '/dashboard/road'],
];

for (const [what, account, path] of printed) {
  test(`${what} is printed dark on white, without what can only be pressed`, { tag: '@any-width' }, async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'theme', value: 'dark', url: baseURL ?? '' }]);
    const { token, record } = await signIn(page, demoAccounts[account], '/dashboard/help');
    await page.goto(path === '/dashboard/lessons' ? await paidLesson(page, token, record.id) : path);
    await expect(
      page
        .getByRole('main')
        .getByText(/S\$|SGT/)
        .first(),
    ).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(header(page)).toBeHidden();
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden();
    await expect(page.locator('.btn:visible')).toHaveCount(0);
    const colours = await page.evaluate(() => {
      const root = getComputedStyle(document.documentElement);
      return [root.backgroundColor, root.color, root.colorScheme];
    });
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(20, 33, 28)', 'light']);
    await expectNoSidewaysScroll(page);
  });
}

async function paidLesson(page: Page, token: string, learner: string): Promise<string> {
  const answer = await page.request.get('/api/collections/lessons/records', {
    params: { filter: `learner = '${learner}' && status = 'closed'`, sort: '-start', perPage: 1 },
    headers: { Authorization: token },
  });
  return `/dashboard/lessons/${(await answer.json()).items[0].id}`;
}
