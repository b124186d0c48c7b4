import { expect, type Page, type TestInfo, test } from '@playwright/test';
import { cards, chooseTime, fillPickup, holdTime } from './support/book.ts';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { failCall, failures } from './support/fail-call.ts';
import { findInstructor } from './support/find-instructor.ts';
import { demoAccounts, signIn, signInAsNewLearner } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

/** A form whose call can fail: how one gets there with everything typed, what is sent, and what must be true after each failure. */
type Write = {
  name: string;
  call: [method: string, path: string];
  /** Whether it needs a session, which can end in the middle. */
  isSignedIn: boolean;
  open: (page: Page, testInfo: TestInfo) => Promise<void>;
  send: (page: Page) => Promise<void>;
  /** What is said when the server says nothing. */
  fallback: RegExp;
  isKept: (page: Page) => Promise<void>;
  isDone: (page: Page) => Promise<void>;
};

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const strange = () => `failing-${crypto.randomUUID()}@kerbside.example`;

async function openMessage(page: Page, testInfo: TestInfo): Promise<void> {
  await signInAsNewLearner(page);
  const instructor = await findInstructor(page, testInfo, 20);
  await page.goto(`/dashboard/messages/new?instructor=${instructor.id}`);
  await page.getByRole('textbox', { name: /^Message to / }).fill('Is the clutch soft?');
}

async function openUser(page: Page): Promise<void> {
  const answer = await page.request.post('/api/collections/users/records', {
    data: {
      email: strange(),
      password: demoLearner.password,
      passwordConfirm: demoLearner.password,
      name: 'Failing User',
    },
  });
  const { id } = await answer.json();
  const admin = await signIn(page, demoAccounts.admin);
  const found = await page.request.get(`/api/collections/users/records/${id}`, {
    headers: { Authorization: admin.token },
  });
  const { email } = await found.json();
  await page.goto(`/dashboard/users?q=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: 'Actions for Failing User' }).click();
  await page.getByRole('menuitem', { name: 'Edit User' }).click();
  await page.getByRole('dialog').getByLabel('Location').fill('Tampines');
}

const writes: readonly Write[] = [
  {
    name: 'signing in',
    call: ['POST', '**/api/collections/users/auth-with-password'],
    isSignedIn: false,
    open: async (page) => {
      await page.goto('/login');
      await page.getByLabel('Email').fill(demoLearner.email);
      await page.getByRole('textbox', { name: 'Password' }).fill(demoLearner.password);
    },
    send: press('Sign in'),
    fallback: /^Failed to login. Please check your credentials.$/,
    isKept: async (page) => {
      await expect(page.getByLabel('Email')).toHaveValue(demoLearner.email);
      await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue(demoLearner.password);
    },
    isDone: (page) => expect(page).toHaveURL('/dashboard'),
  },
  {
    name: 'registering',
    call: ['POST', '**/api/collections/users/records'],
    isSignedIn: false,
    open: async (page) => {
      await page.goto('/register');
      await page.getByLabel('Full Name').fill('Lim Jia Hui');
      await page.getByLabel('Email').fill(strange());
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill('melon-taxi-2931');
      await page.getByRole('textbox', { name: 'Confirm Password' }).fill('melon-taxi-2931');
      await page.getByRole('checkbox').check();
    },
    send: press('Create account'),
    fallback: /^Failed to create account. Please try again.$/,
    isKept: async (page) => {
      await expect(page.getByLabel('Full Name')).toHaveValue('Lim Jia Hui');
      await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toHaveValue('melon-taxi-2931');
      await expect(page.getByRole('checkbox')).toBeChecked();
    },
    isDone: (page) => expect(page.getByText('Account created successfully! You can now sign in.')).toBeVisible(),
  },
  {
    name: 'asking for a code',
    call: ['POST', '**/api/collections/users/request-otp'],
    isSignedIn: false,
    open: async (page) => {
      await page.goto('/login-otp');
      await page.getByLabel('Email').fill('failing@kerbside.example');
    },
    send: press('Send code'),
    fallback: /^Failed to send OTP. Please try again.$/,
    isKept: (page) => expect(page.getByLabel('Email')).toHaveValue('failing@kerbside.example'),
    isDone: (page) => expect(page.getByText('OTP sent to your email. Please check your inbox.')).toBeVisible(),
  },
  {
    name: 'holding a time',
    call: ['POST', '**/api/collections/lessons/records'],
    isSignedIn: true,
    open: async (page, testInfo) => {
      await signInAsNewLearner(page);
      await chooseTime(page, await findInstructor(page, testInfo, 21));
      await fillPickup(page);
    },
    send: press(/^Hold this time|^Try again/),
    fallback: /The connection was cut before the server could answer/,
    isKept: async (page) => {
      await expect(page.getByLabel('Pick-up place')).toHaveValue('Bedok MRT, exit B');
      await expect(page.getByLabel('Postal code')).toHaveValue('460204');
    },
    isDone: (page) => expect(page.getByRole('timer', { name: 'Time left to pay' })).toBeVisible(),
  },
  {
    name: 'paying',
    call: ['POST', '**/api/collections/payments/records'],
    isSignedIn: true,
    open: async (page, testInfo) => {
      await signInAsNewLearner(page);
      await holdTime(page, await findInstructor(page, testInfo, 22));
      await page.getByLabel('Card number').fill(cards.accepted);
    },
    send: press(/^Pay S\$/),
    fallback: /The connection was cut before the bank could answer/,
    isKept: (page) => expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242'),
    isDone: (page) => expect(page).toHaveURL(/\/dashboard\/lessons\//),
  },
  {
    name: 'saving settings',
    call: ['PATCH', '**/api/collections/users/records/*'],
    isSignedIn: true,
    open: async (page) => {
      await signInAsNewLearner(page);
      await page.goto('/dashboard/settings');
      await page.getByRole('combobox', { name: 'Timezone' }).click();
      await page.getByRole('option', { name: 'Singapore' }).click();
    },
    send: press('Save Changes'),
    fallback: /^Your settings could not be saved/,
    isKept: (page) => expect(page.getByRole('combobox', { name: 'Timezone' })).toHaveText(/Singapore/),
    isDone: (page) => expect(page.getByText('Settings saved', { exact: true })).toBeVisible(),
  },
  {
    name: 'saving the profile',
    call: ['PATCH', '**/api/collections/users/records/*'],
    isSignedIn: true,
    open: async (page) => {
      await signInAsNewLearner(page);
      await page.goto('/dashboard/profile');
      await page.getByLabel('Bio').fill('Learning since March');
    },
    send: press('Save Changes'),
    fallback: /^Your profile could not be saved/,
    isKept: (page) => expect(page.getByLabel('Bio')).toHaveValue('Learning since March'),
    isDone: (page) => expect(page.getByText('Profile saved', { exact: true })).toBeVisible(),
  },
  {
    name: 'asking the support',
    call: ['POST', '**/api/collections/support_requests/records'],
    isSignedIn: true,
    open: async (page) => {
      await signInAsNewLearner(page);
      await page.goto('/dashboard/help/new');
      await page.getByRole('combobox', { name: 'What is it about?' }).click();
      await page.getByRole('option').nth(1).click();
      await page.getByLabel('Subject').fill('Refund of Monday');
      await page.getByLabel('Your question').fill('Where is it?');
    },
    send: press('Send'),
    fallback: /^Your question could not be sent/,
    isKept: async (page) => {
      await expect(page.getByLabel('Subject')).toHaveValue('Refund of Monday');
      await expect(page.getByLabel('Your question')).toHaveValue('Where is it?');
    },
    isDone: (page) => expect(page).toHaveURL(/\/dashboard\/help\/requests\//),
  },
  {
    name: 'editing a user',
    call: ['PATCH', '**/api/collections/users/records/*'],
    isSignedIn: true,
    open: openUser,
    send: press('Save changes'),
    fallback: /^The account could not be changed/,
    isKept: (page) => expect(page.getByRole('dialog').getByLabel('Location')).toHaveValue('Tampines'),
    isDone: (page) => expect(page.getByText('Failing User was changed', { exact: true })).toBeVisible(),
  },
  {
    name: 'opening hours',
    call: ['POST', '**/api/collections/availability_rules/records'],
    isSignedIn: true,
    open: async (page) => {
      await signInAsNewInstructor(page, '/dashboard/schedule?view=day&date=2027-03-02');
      await page.getByRole('button', { name: 'Add hours or time away on Tue 2 Mar' }).click();
      await page.getByRole('dialog').getByLabel('To', { exact: true }).fill('12:00');
    },
    send: press('Save'),
    fallback: /^That could not be saved/,
    isKept: (page) => expect(page.getByRole('dialog').getByLabel('To', { exact: true })).toHaveValue('12:00'),
    isDone: (page) => expect(page.getByRole('list', { name: 'Tue 2 Mar' }).getByText('09:00–12:00')).toBeVisible(),
  },
];

const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

for (const write of writes) {
  const { name, call, open, send, fallback, isKept, isDone } = write;
  test(
    `${name} survives every failure: it is said, what was typed stays, and the same button does it [115] [285]`,
    { tag: '@any-width' },
    async ({ page }, testInfo) => {
      test.slow();
      await open(page, testInfo);
      for (const failure of failures) {
        await test.step(failure.name, async () => {
          const sent = await failCall(page, ...call, failure);
          await send(page);
          await expect(alert(page, failure.says ?? fallback)).toBeVisible();
          await isKept(page);
          // Nothing is sent anew by itself: it could be a second payment.
          expect(sent()).toBe(1);
          await page.unrouteAll();
        });
      }
      await send(page);
      await isDone(page);
    },
  );
}

const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

/** Ends every session of the account that the page is signed in to, as another device would. */
async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('pocketbase_auth') ?? '{}').token);
  const headers = { Authorization: token };
  const devices = await (await page.request.get('/api/marketplace/devices', { headers })).json();
  for (const { id } of devices.items) await page.request.delete(`/api/marketplace/devices/${id}`, { headers });
}

// The demo's admin is signed in by other tests at the same time, and their sessions must not end.
const ending = writes.filter(({ isSignedIn, name }) => isSignedIn && name !== 'editing a user');

for (const { name, open, send, isKept, isDone } of ending) {
  test(
    `${name} goes on after a session that ended meanwhile, with everything that was typed`,
    { tag: '@any-width' },
    async ({ page }, testInfo) => {
      test.slow();
      await open(page, testInfo);
      await endSession(page);
      await send(page);
      await expect(again(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await again(page).getByLabel('Your password').fill('wrong-password');
      await again(page).getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(alert(page, 'Failed to authenticate.')).toBeVisible();
      await again(page).getByLabel('Your password').fill(demoLearner.password);
      await again(page).getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(again(page)).toBeHidden();
      await isKept(page);
      await send(page);
      await isDone(page);
    },
  );
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

test('a session that ended is gone on with by a mailed code, too, or left', { tag: '@any-width' }, async ({ page }) => {
  const { record } = await signInAsNewLearner(page);
  await page.goto('/dashboard/profile');
  await page.getByLabel('Bio').fill('Learning since March');
  await endSession(page);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(again(page)).toBeVisible();
  await expectAccessible(page, '[role="dialog"]');
  await again(page).getByRole('button', { name: 'Send me a code instead' }).click();
  await expect(again(page).getByLabel('Digit 1 of 6')).toBeFocused();
  await expectAccessible(page, '[role="dialog"]');
  const mails = await page.request.get('/api/dev/mailbox', { params: { to: record.email } });
  const code = /\b\d{6}\b/.exec(JSON.stringify((await mails.json()).map(({ html }: { html: string }) => html)))?.[0];
  await page.keyboard.insertText(code?.[0] ?? '');
  for (const digit of code?.slice(1) ?? '') await page.keyboard.press(digit);
  await again(page).getByRole('button', { name: 'Verify code' }).click();
  await expect(again(page)).toBeHidden();
  await expect(page.getByLabel('Bio')).toHaveValue('Learning since March');
  await endSession(page);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await again(page).getByRole('button', { name: 'Leave this page' }).click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => localStorage.getItem('pocketbase_auth'))).toBeNull();
});
