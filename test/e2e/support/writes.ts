import { expect, type Locator, type Page, type TestInfo } from '@playwright/test';
import { cards, chooseTime, fillPickup, holdTime } from './book.ts';
import { demoLearner } from './demo-learner.ts';
import { expectToast } from './expect-toast.ts';
import { findInstructor } from './find-instructor.ts';
import { becomeNewLearner, demoAccounts, signIn } from './sign-in.ts';
import { signInAsNewInstructor } from './sign-in-as-new-instructor.ts';

/** A form whose call can fail: how one gets there with everything typed, what is sent, and what must be true after each failure. */
export type Write = {
  name: string;
  call: [method: string, path: string];
  /** Whether it needs a session, which can end in the middle. */
  isSignedIn: boolean;
  open: (page: Page, testInfo: TestInfo) => Promise<void>;
  button: (page: Page) => Locator;
  /** What is said when the server says nothing. */
  fallback: RegExp;
  isKept: (page: Page) => Promise<void>;
  isDone: (page: Page) => Promise<void>;
};

const named = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true });
const strange = () => `failing-${crypto.randomUUID()}@kerbside.example`;

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

/** The product's forms. */
export const writes: readonly Write[] = [
  {
    name: 'signing in',
    call: ['POST', '**/api/collections/users/auth-with-password'],
    isSignedIn: false,
    open: async (page) => {
      await page.goto('/login');
      await page.getByLabel('Email').fill(demoLearner.email);
      await page.getByRole('textbox', { name: 'Password' }).fill(demoLearner.password);
    },
    button: named('Sign in'),
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
    button: named('Create account'),
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
    button: named('Send code'),
    fallback: /^Failed to send OTP. Please try again.$/,
    isKept: (page) => expect(page.getByLabel('Email')).toHaveValue('failing@kerbside.example'),
    isDone: (page) => expect(page.getByText('OTP sent to your email. Please check your inbox.')).toBeVisible(),
  },
  {
    name: 'holding a time',
    call: ['POST', '**/api/collections/lessons/records'],
    isSignedIn: true,
    open: async (page, testInfo) => {
      await becomeNewLearner(page);
      await chooseTime(page, await findInstructor(page, testInfo, 21));
      await fillPickup(page);
    },
    button: named(/^Hold this time|^Try again/),
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
      await becomeNewLearner(page);
      await holdTime(page, await findInstructor(page, testInfo, 22));
      await page.getByLabel('Card number').fill(cards.accepted);
    },
    button: named(/^Pay S\$/),
    fallback: /The connection was cut before the bank could answer/,
    isKept: (page) => expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242'),
    isDone: (page) => expect(page).toHaveURL(/\/dashboard\/lessons\//),
  },
  {
    name: 'saving settings',
    call: ['PATCH', '**/api/collections/users/records/*'],
    isSignedIn: true,
    open: async (page) => {
      await becomeNewLearner(page);
      await page.goto('/dashboard/settings');
      await page.getByRole('combobox', { name: 'Timezone' }).click();
      await page.getByRole('option', { name: 'Singapore' }).click();
    },
    button: named('Save Changes'),
    fallback: /^Your settings could not be saved/,
    isKept: (page) => expect(page.getByRole('combobox', { name: 'Timezone' })).toHaveText(/Singapore/),
    isDone: (page) => expectToast(page, 'Settings saved'),
  },
  {
    name: 'saving the profile',
    call: ['PATCH', '**/api/collections/users/records/*'],
    isSignedIn: true,
    open: async (page) => {
      await becomeNewLearner(page);
      await page.goto('/dashboard/profile');
      await page.getByLabel('Bio').fill('Learning since March');
    },
    button: named('Save Changes'),
    fallback: /^Your profile could not be saved/,
    isKept: (page) => expect(page.getByLabel('Bio')).toHaveValue('Learning since March'),
    isDone: (page) => expectToast(page, 'Profile saved'),
  },
  {
    name: 'asking the support',
    call: ['POST', '**/api/collections/support_requests/records'],
    isSignedIn: true,
    open: async (page) => {
      await becomeNewLearner(page);
      await page.goto('/dashboard/help/new');
      await page.getByRole('combobox', { name: 'What is it about?' }).click();
      await page.getByRole('option').nth(1).click();
      await page.getByLabel('Subject').fill('Refund of Monday');
      await page.getByLabel('Your question').fill('Where is it?');
    },
    button: named('Send'),
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
    button: named('Save changes'),
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
    button: named('Save'),
    fallback: /^That could not be saved/,
    isKept: (page) => expect(page.getByRole('dialog').getByLabel('To', { exact: true })).toHaveValue('12:00'),
    isDone: (page) => expect(page.getByRole('list', { name: 'Tue 2 Mar' }).getByText('09:00–12:00')).toBeVisible(),
  },
];
