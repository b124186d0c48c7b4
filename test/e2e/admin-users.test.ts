import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { demoAccounts, signIn, signInAsNewLearner } from './support/sign-in.ts';
import { someLetters } from './support/some-letters.ts';

const path = '/dashboard/users';
const table = (page: Page) => page.getByRole('table', { name: 'Users' });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name or email' });

async function openMenu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Adds somebody of one's own, so that no other test meets them. */
async function addUser(page: Page, name: string): Promise<string> {
  const email = `added-${crypto.randomUUID()}@kerbside.example`;
  await page.getByRole('button', { name: 'Add User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add User' });
  await dialog.getByLabel('Full name').fill(name);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Add user' }).click();
  await expect(dialog).toBeHidden();
  await search(page).fill(email);
  await expect(table(page).getByRole('row')).toHaveCount(2);
  return email;
}

test('users are a table of name, email, role, status and last seen [216, 217]', async ({ page }) => {
  await signIn(page, demoAccounts.admin, path);
  for (const name of ['Name', 'Email', 'Role', 'Status', 'Last seen']) {
    await expect(table(page).getByRole('columnheader', { name })).toHaveCount(1);
  }
  expect(await table(page).getByRole('row').count()).toBeGreaterThan(5);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('they are searched, filtered, sorted and paged in the address', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page, demoAccounts.admin, path);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();
  await search(page).fill('mei@kerbside');
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await expect(table(page)).toContainText('Mei Ling Tan');
  await expect(page).toHaveURL(/q=mei%40kerbside$/);
  await page.getByLabel('Role').click();
  await page.getByRole('option', { name: 'Admin' }).click();
  await expect(page.getByText('No user matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page).toHaveURL(path);
});

test('the row menu has View Details, Edit User, Delete User, and gives the focus back [220]', async ({ page }) => {
  // As on a busy device: the window is there before the menu, which is gone, has given the focus back to its button.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, ms = 0, ...rest: []) => later(run, Math.max(ms, 300), ...rest)) as never;
  });
  await signIn(page, demoAccounts.admin, `${path}?q=mei%40kerbside`);
  const menu = page.getByRole('button', { name: 'Actions for Mei Ling Tan' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText(['View Details', 'Edit User', 'Delete User']);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Mei Ling Tan' });
  await expect(dialog.getByText('Lessons taken')).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'History' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
});

test('a person has an address of their own, whoever else has their name; of an account that is gone it says so @any-width', async ({
  page,
}) => {
  await signIn(page, demoAccounts.admin, path);
  const root = await asSuperuser(page);
  const name = `Tan ${someLetters()}`;
  const make = async () => {
    const password = crypto.randomUUID();
    const email = `named-${crypto.randomUUID()}@kerbside.example`;
    return { email, ...(await root.create('users', { name, email, password, passwordConfirm: password })) };
  };
  await make();
  const second = await make();
  await page.goto(`${path}?person=${second.id}`);
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByText(second.email)).toBeVisible();
  await expect(dialog.getByText('Lessons taken')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(dialog.getByText('Lessons taken')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(path);
  await page.goto(`${path}?person=nobodyhasthisid`);
  await expect(page.getByRole('dialog').getByText('There is no such account')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(path);
  await expect(table(page).getByRole('row').nth(1)).toBeVisible();
});

test('Add User makes an account, says at the field what is wrong and keeps what was typed [219]', {
  tag: '@any-width',
}, async ({ page }) => {
  await signIn(page, demoAccounts.admin, path);
  await page.getByRole('button', { name: 'Add User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add User' });
  await dialog.getByLabel('Full name').fill('Second Mei');
  await dialog.getByLabel('Email').fill('mei@kerbside.example');
  await dialog.getByRole('button', { name: 'Add user' }).click();
  await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Full name')).toHaveValue('Second Mei');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await addUser(page, 'Added Today');
  await expect(table(page)).toContainText('Pending');
});

test('Edit User changes an account and leaves its history; a lock that is lifted puts the profile back, and what stays suspended is said', {
  tag: '@any-width',
}, async ({ page }) => {
  await signIn(page, demoAccounts.admin, path);
  const email = await addUser(page, 'Edited Soon');
  const root = await asSuperuser(page);
  const { id: user } = await root.find('users', `email='${email}'`);
  const profile = { name: 'Edited Soon', licenceClasses: ['3A'], hourlyCents: 6600, areas: ['Bedok'] };
  const { id: instructor } = await root.create('instructors', { ...profile, user, status: 'listed' });
  const decision = await root.create('verifications', {
    instructor,
    outcome: 'refused',
    reasons: { licence: 'Blurred' },
  });
  await page.reload();
  await openMenu(page, 'Edited Soon', 'Edit User');
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await dialog.getByLabel('Role').click();
  await page.getByRole('option', { name: 'Premium' }).click();
  await dialog.getByLabel('Suspended').check();
  await expectAccessible(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(table(page)).toContainText('Premium');
  await expect(table(page)).toContainText('suspended');
  await openMenu(page, 'Edited Soon', 'View Details');
  await expect(page.getByRole('dialog').getByText(/role: user → premium/)).toBeVisible();
  await page.keyboard.press('Escape');
  await openMenu(page, 'Edited Soon', 'Edit User');
  await dialog.getByLabel('Suspended').uncheck();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(table(page)).not.toContainText('suspended');
  await root.find('instructors', `id='${instructor}' && status='listed'`);

  // What a superuser suspended stays so until somebody lists it again.
  await root.update('users', user, { suspended: true });
  await page.reload();
  const staysSuspended = dialog.getByText(/profile stays suspended: learners don’t find it/);
  await openMenu(page, 'Edited Soon', 'Edit User');
  await expect(staysSuspended).toHaveCount(0);
  await dialog.getByLabel('Suspended').uncheck();
  await expect(staysSuspended).toBeVisible();
  await dialog.getByLabel('List the profile again, too').check();
  const isRestored = page.waitForRequest('**/api/collections/verifications/records');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  // Whoever decided about the profile since the form opened would be told, not undone.
  expect((await isRestored).postDataJSON()).toEqual({ instructor, outcome: 'restored', after: decision.id });
  await expect(dialog).toBeHidden();
  await expect(table(page)).not.toContainText('suspended');
  await root.find('instructors', `id='${instructor}' && status='listed'`);

  // Who is told of a decision that came meanwhile has let the account in all the same, and the list says so.
  await root.update('users', user, { suspended: true });
  await page.reload();
  await openMenu(page, 'Edited Soon', 'Edit User');
  await dialog.getByLabel('Suspended').uncheck();
  await dialog.getByLabel('List the profile again, too').check();
  await dialog.getByLabel('Location').fill('Bedok');
  await root.update('users', user, { suspended: false });
  await root.create('verifications', { instructor, outcome: 'restored' });
  await root.update('users', user, { suspended: true });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText(/decided this while you had it open/)).toBeVisible();
  await root.find('users', `id='${user}' && suspended=false`);
  await root.find('instructors', `id='${instructor}' && status='suspended'`);
  // It is shown what was decided; listing the profile is asked for anew, and then done.
  await expect(dialog.getByRole('region', { name: 'Decided meanwhile' }).getByRole('listitem')).toHaveText(
    /Listed again/,
  );
  await expect(dialog.getByLabel('Location')).toHaveValue('Bedok');
  await expect(dialog.getByLabel('List the profile again, too')).not.toBeChecked();
  await expectAccessible(page, '[role="dialog"]');
  await dialog.getByLabel('List the profile again, too').check();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(table(page)).not.toContainText('suspended');
  await root.find('instructors', `id='${instructor}' && status='listed'`);
  // Other tests count who is in the search.
  await root.update('instructors', instructor, { status: 'draft' });
});

test('[25.2] another address and a role of staff are asked for, and wait in a list until somebody else confirms or they are withdrawn', async ({
  page,
}) => {
  await signIn(page, demoAccounts.admin, path);
  const name = `Asked ${someLetters()}`;
  const email = await addUser(page, name);
  await openMenu(page, name, 'Edit User');
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await dialog.getByLabel('Email').fill('mei@kerbside.example');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Email').fill(`new-${email}`);
  await dialog.getByLabel('Role').click();
  await page.getByRole('option', { name: 'Moderator' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();
  const told = page.getByText(`The change of the address was sent to ${email} to confirm`).first();
  await expect(told).toBeVisible();
  await expect(table(page)).toContainText(email);
  await expect(table(page)).not.toContainText('Moderator');
  await page.getByRole('link', { name: 'Changes asked for' }).click();
  const changes = page.getByRole('region', { name: 'Changes of accounts' });
  await changes.getByRole('searchbox', { name: 'Search by name or value' }).fill(name);
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  await expect(changes.getByRole('listitem').filter({ hasText: `${email} → new-${email}` })).toContainText('Waits');
  await expect(changes.getByText('Role: User → Moderator')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const withdraw = changes.getByRole('button', { name: `Withdraw the change for ${name}` });
  await withdraw.first().click();
  await expect(withdraw).toHaveCount(1);
  await withdraw.click();
  await expect(withdraw).toHaveCount(0);
  await changes.getByRole('searchbox').fill('nobody of this name');
  await expect(page.getByText('No change matches')).toBeVisible();
});

test('[25.2] whose account it is sees what staff ask for, and refuses it', { tag: '@any-width' }, async ({ page }) => {
  const { record } = await signInAsNewLearner(page);
  const root = await asSuperuser(page);
  const value = `asked-${crypto.randomUUID()}@kerbside.example`;
  const change = await root.create('account_changes', { user: record.id, field: 'email', value });
  await page.goto('/dashboard/settings');
  const asked = page.getByText(`Our staff ask to make ${value} the email address of your account`);
  await expect(asked).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Refuse this' }).click();
  await expect(asked).toBeHidden();
  await root.find('account_changes', `id='${change.id}' && status='refused'`);
});

test('Delete User asks for the name, and keeps an account that has lessons', { tag: '@any-width' }, async ({
  page,
}) => {
  await signIn(page, demoAccounts.admin, path);
  await addUser(page, 'Gone Tomorrow');
  await openMenu(page, 'Gone Tomorrow', 'Delete User');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Type/).fill('Gone');
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(dialog.getByText('This is not “Gone Tomorrow”')).toBeVisible();
  await expectAccessible(page, '[role="dialog"]');
  await dialog.getByLabel(/^Type/).fill('Gone Tomorrow');
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('No user matches')).toBeVisible();
  await search(page).fill('mei@kerbside');
  await openMenu(page, 'Mei Ling Tan', 'Delete User');
  await dialog.getByLabel(/^Type/).fill('Mei Ling Tan');
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/\d+ lessons/);
  await expectAccessible(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Suspend instead' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit User' }).getByLabel('Suspended')).toBeChecked();
  // Only that is sent: what others changed of the account meanwhile stays. The demonstration's learner is not suspended for it.
  await page.route('**/api/collections/users/records/*', (route) => route.abort());
  const isSent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('dialog', { name: 'Edit User' }).getByRole('button', { name: 'Save changes' }).click();
  expect((await isSent).postDataJSON()).toEqual({ suspended: true });
});

test('nobody but an admin sees the pages of the platform’s people', { tag: '@any-width' }, async ({ page }) => {
  await signInAsNewLearner(page);
  for (const closed of ['users', 'analytics', 'reports', 'billing']) {
    await page.goto(`/dashboard/${closed}`);
    await expect(page.getByText('Your role can’t open this page')).toBeVisible();
  }
});

test('an admin looks as somebody for an hour with a banner, changes nothing, and is an admin again after it', {
  tag: '@any-width',
}, async ({ page }) => {
  const name = `Looked At ${someLetters()}`;
  await signIn(page, demoAccounts.admin, path);
  await addUser(page, name);
  await openMenu(page, name, 'View Details');
  await page.getByRole('button', { name: 'View as this person' }).click();
  const dialog = page.getByRole('dialog', { name: `View as ${name}` });
  await dialog.getByLabel('Why do you need to see this account?').fill('They cannot find their lessons');
  await dialog.getByRole('button', { name: 'View as this person' }).click();
  const banner = page.getByRole('region', { name: 'Viewing as somebody else' });
  await expect(banner).toContainText(new RegExp(`You are viewing as ${name} until \\d\\d:\\d\\d`));
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectAccessible(page);
  await page.goto('/dashboard/profile');
  await page.getByLabel('Location').fill('Bedok');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(/You are viewing as somebody else: nothing can be changed/)).toBeVisible();
  await banner.getByRole('button', { name: 'End' }).click();
  await expect(page).toHaveURL(path);
  await expect(table(page)).toBeVisible();
  await expect(banner).toBeHidden();
  await search(page).fill(name);
  await openMenu(page, name, 'View Details');
  const history = page.getByRole('dialog', { name });
  await expect(history.getByText('Stopped viewing the account')).toBeVisible();
  await expect(history.getByText('Started viewing the account')).toBeVisible();
  await expect(history.getByText('Sent an invitation')).toBeVisible();
});
