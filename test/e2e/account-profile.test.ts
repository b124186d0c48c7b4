import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectToast } from './support/expect-toast.ts';
import { mailLink } from './support/mail-link.ts';
import { becomeNewLearner, demoAccounts, signIn, signInAsNewLearner } from './support/sign-in.ts';

const path = '/dashboard/profile';
const card = (page: Page) => page.getByRole('region', { name: 'Your profile' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: false });
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' });

async function expectOptions(page: Page, names: readonly string[]): Promise<void> {
  const options = names.map((name) => `  - option "${name}"`).join('\n');
  await expect(page.getByRole('listbox')).toMatchAriaSnapshot(`- listbox:\n  - /children: equal\n${options}`);
}

/** Shows the page as if the signed-in record had these values: what a profile looks like is decided by the record alone. */
async function showAs(page: Page, changes: Record<string, unknown>): Promise<void> {
  await page.route('**/api/collections/users/auth-refresh', (route) => route.abort());
  // Written where no script runs: a page that is open may still get the record it asked for, and keep that one.
  await page.goto('/favicon.svg');
  await page.evaluate((values) => {
    const session = JSON.parse(localStorage.getItem('pocketbase_auth') ?? '{}');
    localStorage.setItem('pocketbase_auth', JSON.stringify({ ...session, record: { ...session.record, ...values } }));
  }, changes);
  await page.goto(path);
}

test.describe('the profile', () => {
  test('[229, 233, 241, 242, 243, 244, 245, 246, 247] [Q13] shows picture, name, facts, fields, preferences and activity', async ({
    page,
  }) => {
    await signIn(page, demoAccounts.learner, path);
    await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/\S+ \S+/);
    for (const fact of ['Email', 'Phone', 'Location', 'Member since']) {
      await expect(
        card(page)
          .getByRole('term')
          .filter({ hasText: new RegExp(`^${fact}$`) }),
      ).toBeVisible();
    }
    await expect(card(page)).toContainText(/\d{1,2} \w{3} \d{4}/);
    for (const label of ['First Name', 'Last Name', 'Email Address', 'Phone Number', 'Location', 'Bio']) {
      await expect(field(page, label)).toBeEditable();
    }
    await expect(page.getByRole('combobox', { name: 'Preferred language' })).toHaveText('English');
    await page.getByRole('combobox', { name: 'Preferred language' }).click();
    await expectOptions(page, ['English', 'Spanish', 'French', 'German']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox', { name: 'Timezone' })).not.toHaveText('UTC');
    await page.getByRole('combobox', { name: 'Timezone' }).click();
    await expectOptions(page, ['UTC', 'Eastern', 'Pacific', 'Central European', 'Singapore']);
    await page.keyboard.press('Escape');
    const activity = page.getByRole('region', { name: 'Activity' });
    await expect(activity).toContainText(/logins?\s*\d+\s*days? active\s*\d+\s*lessons?\s*\d+/);
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await expect(save(page)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('[229] shows the picture of the record, and without one the initials', { tag: '@any-width' }, async ({
    page,
  }) => {
    await signInAsNewLearner(page);
    await showAs(page, { avatar: 'face.png' });
    const picture = card(page).locator('img');
    await expect(picture.or(card(page).getByText('LI', { exact: true }))).toBeVisible();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.reload();
    await expect.poll(() => requests.some((url) => /\/api\/files\/users\/\w+\/face\.png/.test(url))).toBe(true);
  });

  test('[230, 231, 232] stands in two letters of the name, else the first name, else the address', {
    tag: '@any-width',
  }, async ({ page }) => {
    await signInAsNewLearner(page);
    const names = [
      { record: { name: 'mei ling', firstName: 'Zoe' }, initials: 'ME' },
      { record: { name: '', firstName: 'ravi' }, initials: 'RA' },
      { record: { name: '', firstName: '', lastName: '', email: 'kumar@kerbside.example' }, initials: 'KU' },
    ];
    for (const { record, initials } of names) {
      await showAs(page, { avatar: '', ...record });
      await expect(card(page).getByText(initials, { exact: true })).toBeVisible();
    }
  });

  test('[234, 235] says Verified when the address is, and offers to verify it when not', { tag: '@any-width' }, async ({
    page,
  }) => {
    await becomeNewLearner(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible();
    await expect(card(page).getByText('Verified', { exact: true })).toBeHidden();
    await page.getByRole('button', { name: 'Verify your email address' }).click();
    await expect(card(page).getByRole('status')).toContainText('We sent a link to');
    await showAs(page, { verified: true });
    await expect(card(page).getByText('Verified', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Verify your email address' })).toBeHidden();
  });

  test('[236, 237, 238, 239, 240] the role decides the colour of its badge and nothing else', {
    tag: '@any-width',
  }, async ({ page }) => {
    await signInAsNewLearner(page);
    const tones = { admin: 'red', moderator: 'blue', premium: 'purple', user: 'grey', stranger: 'grey' };
    for (const [role, tone] of Object.entries(tones)) {
      await showAs(page, { role });
      const badge = card(page).getByText(role, { exact: true });
      await expect(badge).toHaveAttribute('data-tone', tone);
      expect(await hueOf(badge), role).toBe(tone);
      await expect(field(page, 'First Name')).toBeEditable();
      const headings = page.getByRole('main').getByRole('heading', { level: 2 });
      await expect(headings).toHaveText(['Lim Jia Hui', 'Activity', 'About you']);
    }
  });

  test('[243, 247, 254] saves what was changed, everywhere at once, and Cancel puts back what is saved', {
    tag: '@any-width',
  }, async ({ page }) => {
    const { record } = await becomeNewLearner(page);
    await page.goto(path);
    await field(page, 'First Name').fill('Jia En');
    await field(page, 'Phone Number').fill('+65 9123 4567');
    await field(page, 'Location').fill('Tampines');
    await page.getByRole('combobox', { name: 'Timezone' }).click();
    await page.getByRole('option', { name: 'Singapore' }).click();
    await save(page).click();
    await expectToast(page, 'Profile saved');
    await expect(card(page).getByRole('heading', { name: 'Jia En Hui' })).toBeVisible();
    await expect(card(page)).toContainText('Tampines');
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('pocketbase_auth') ?? '{}').record);
    expect(kept).toMatchObject({ name: 'Jia En Hui', location: 'Tampines' });
    const stored = await page.evaluate(async (id) => {
      const { token } = JSON.parse(localStorage.getItem('pocketbase_auth') ?? '{}');
      return (await fetch(`/api/collections/users/records/${id}`, { headers: { Authorization: token } })).json();
    }, record.id);
    expect(stored).toMatchObject({
      name: 'Jia En Hui',
      phone: '+65 9123 4567',
      timezone: 'Asia/Singapore',
      language: '',
    });
    await field(page, 'Bio').fill('never saved');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(field(page, 'Bio')).toHaveValue('');
    await expect(field(page, 'Location')).toHaveValue('Tampines');
  });

  test('a preferred language without texts yet is kept, and says that all stays English', {
    tag: '@any-width',
  }, async ({ page }) => {
    await becomeNewLearner(page);
    await page.goto(path);
    const language = page.getByRole('combobox', { name: 'Preferred language' });
    await expect(language).toHaveAccessibleDescription(/^All texts are in English so far\./);
    await language.click();
    await page.getByRole('option', { name: 'German' }).click();
    await expect(language).toHaveAccessibleDescription(/texts, dates and money stay English/);
    await save(page).click();
    await expectToast(page, 'Profile saved');
    await expect(card(page)).toContainText(/\d{1,2} \w{3} \d{4}/);
  });

  test('says at the field what is wrong and keeps what was typed, also when the server is away', {
    tag: '@any-width',
  }, async ({ page }) => {
    await becomeNewLearner(page);
    await page.goto(path);
    await field(page, 'First Name').fill('');
    await field(page, 'Phone Number').fill('123');
    await save(page).click();
    await expect(field(page, 'First Name')).toBeFocused();
    await expect(field(page, 'First Name')).toHaveAccessibleDescription(/Enter your first name/);
    await expect(field(page, 'Phone Number')).toHaveAccessibleDescription(/Enter a phone number such as/);
    await field(page, 'First Name').fill('Hui');
    await field(page, 'Phone Number').fill('91234567');
    await page.route('**/api/collections/users/records/**', (route) => route.abort());
    await save(page).click();
    await expect(page.getByRole('alert')).toContainText('What you typed is kept');
    await expect(field(page, 'Phone Number')).toHaveValue('91234567');
    await page.unroute('**/api/collections/users/records/**');
    await save(page).click();
    await expectToast(page, 'Profile saved');
  });

  test('asks before unsaved words are left behind', { tag: '@any-width' }, async ({ page }) => {
    await becomeNewLearner(page);
    await page.goto(path);
    await field(page, 'Bio').fill('Half a sentence');
    await page.getByRole('link', { name: 'Change picture' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(question).toBeVisible();
    await expectAccessible(page, '[role="dialog"]');
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(field(page, 'Bio')).toHaveValue('Half a sentence');
    await page.getByRole('link', { name: 'Change picture' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/dashboard\/settings$/);
  });

  test('changes the address only when the new mailbox confirms it with the password', { tag: '@any-width' }, async ({
    page,
  }) => {
    const { record } = await becomeNewLearner(page);
    await page.goto(path);
    const address = `moved-${crypto.randomUUID()}@kerbside.example`;
    await field(page, 'Email Address').fill(demoAccounts.learner);
    await save(page).click();
    await expect(field(page, 'Email Address')).toHaveAccessibleDescription(/can’t be used/);
    await field(page, 'Email Address').fill(address);
    await save(page).click();
    await expect(page.getByText(`We sent a link to ${address}`)).toBeVisible();
    await expect(field(page, 'Email Address')).toHaveValue(record.email);
    await page.goto(await mailLink(page, address, 'confirm-email-change'));
    await page.getByRole('textbox', { name: /Password/ }).fill('kerbside-demo');
    await page.getByRole('button', { name: /Confirm|Change/ }).click();
    await expect(page.getByText(`Your email is now ${address}`)).toBeVisible();
    await signIn(page, address, path);
    await expect(card(page)).toContainText(address);
    await expect(card(page).getByText('Verified', { exact: true })).toBeVisible();
  });
});

/** The name of the colour that a badge's words are painted in. */
function hueOf(badge: Locator): Promise<string> {
  return badge.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) throw new Error('There is no canvas.');
    canvas.fillStyle = getComputedStyle(element).color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    if (most - least < 40) return 'grey';
    if (blue === most) return red > green ? 'purple' : 'blue';
    return red === most ? 'red' : 'green';
  });
}
