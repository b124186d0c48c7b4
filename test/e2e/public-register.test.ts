import { expect, type Page, test } from '@playwright/test';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { refuseCall } from './support/refuse-call.ts';
import { setFlags } from './support/set-flags.ts';
import { takenOver } from './support/settle.ts';

const createCall = '/api/collections/users/records';
const fields = ['Full Name', 'Email', 'Password', 'Confirm Password'] as const;
const terms = (page: Page) => page.getByRole('checkbox', { name: /I agree/ });
const submit = (page: Page) => page.getByRole('button', { name: 'Create account' });

async function fill(page: Page, values: Partial<Record<(typeof fields)[number], string>> = {}): Promise<void> {
  const good = {
    'Full Name': 'Nurul Huda',
    Email: `nurul-${crypto.randomUUID()}@learners.example`,
    Password: 'long-enough',
    'Confirm Password': 'long-enough',
  };
  for (const [label, value] of Object.entries({ ...good, ...values })) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
}

test.describe('registering', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/register');
    await takenOver(page);
  });

  test('asks for four things, each required [91] [92] [93] [94] [97]', { tag: '@any-width' }, async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes(createCall) && calls.push(request.url()));
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email');
    for (const label of fields) {
      await fill(page, { [label]: '' });
      await terms(page).check();
      await submit(page).click();
      await expect(page.getByLabel(label, { exact: true })).toBeFocused();
    }
    expect(calls).toEqual([]);
  });

  test('says at each field what is missing, until that field is changed', { tag: '@any-width' }, async ({ page }) => {
    await fill(page, { 'Full Name': '', Email: 'nurul@', Password: '' });
    await submit(page).click();
    const name = page.getByLabel('Full Name', { exact: true });
    const email = page.getByLabel('Email', { exact: true });
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Enter your name.');
    await expect(email).toHaveAccessibleDescription('Enter an email address such as name@example.com.');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Enter a password\.$/);
    await name.fill('Nurul Huda');
    await expect(name).toHaveAccessibleDescription('');
    await expect(email).toHaveAccessibleDescription(/^Enter an email address/);
    await expectAccessible(page);
  });

  test('shows and hides each password by itself [95] [96]', { tag: '@any-width' }, async ({ page }) => {
    await page.getByRole('button', { name: /^Show/ }).last().click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
    await expect(page.getByLabel('Confirm Password', { exact: true })).toHaveAttribute('type', 'text');
  });

  test('links to the terms, the privacy policy and signing in [98] [99] [100] [123]', { tag: '@any-width' }, async ({
    page,
  }) => {
    const form = page.getByRole('main');
    await expect(terms(page)).not.toBeChecked();
    await expect(form.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms');
    await expect(form.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy');
    await expect(form.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  });

  test('checks passwords, their length and the terms in this order, sending nothing [104] [105] [107] [108] [109] [110]', {
    tag: '@any-width',
  }, async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes(createCall) && calls.push(request.url()));
    const refused = async (password: string, confirm: string, message: string) => {
      await fill(page, { Password: password, 'Confirm Password': confirm });
      await submit(page).click();
      await expect(page.getByRole('alert')).toHaveText(message);
    };
    await refused('short', 'other', 'Passwords do not match');
    await refused('1234567', '1234567', 'Password must be at least 8 characters long');
    await refused('12345678', '12345678', 'Please agree to the terms and conditions');
    expect(calls).toEqual([]);
  });

  test('creates the account, says so, and goes to signing in after two seconds [101] [102] [103] [111] [113] [114]', {
    tag: '@any-width',
  }, async ({ page }) => {
    await page.clock.install();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**${createCall}`, async (route) => {
      await held;
      await route.continue();
    });
    const call = page.waitForRequest((request) => request.url().includes(createCall));
    const email = `nurul-${crypto.randomUUID()}@learners.example`;
    await fill(page, { Email: email });
    await terms(page).check();
    await submit(page).click();
    await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled();
    release();
    const password = 'long-enough';
    const account = { email, password, passwordConfirm: password, name: 'Nurul Huda' };
    // By the secret this browser shows later that it made the account.
    const registrationSecret = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect((await call).postDataJSON()).toEqual({ ...account, registrationSecret, agreedTerms: 1 });
    await expect(page.getByText('Account created successfully! You can now sign in.')).toBeVisible();
    await page.clock.runFor(1500);
    await expect(page).toHaveURL('/register');
    await page.clock.runFor(1000);
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Account created successfully! You can now sign in.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
  });

  test('needs nothing of the answer to know that the account is made [112]', { tag: '@any-width' }, async ({
    page,
  }) => {
    await page.route(`**${createCall}`, (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: '{}' }),
    );
    await fill(page);
    await terms(page).check();
    await submit(page).click();
    await expect(page.getByText('Account created successfully! You can now sign in.')).toBeVisible();
  });

  for (const message of ['Registration is closed until Monday.', undefined]) {
    test(`shows ${message ?? 'its own words'} on failure, and editing any field clears it [115] [116]`, {
      tag: '@any-width',
    }, async ({ page }) => {
      await refuseCall(page, createCall, message);
      await fill(page);
      await terms(page).check();
      for (const label of fields) {
        await submit(page).click();
        await expect(page.getByRole('alert')).toHaveText(message ?? 'Failed to create account. Please try again.');
        await page.getByLabel(label, { exact: true }).press('End');
        await page.getByLabel(label, { exact: true }).pressSequentially('x');
        await expect(page.getByRole('alert')).toHaveCount(0);
        await fill(page);
      }
    });
  }

  test('offers signing in when an address is taken, says so at the field, and keeps what was typed [115] [Q15]', {
    tag: '@any-width',
  }, async ({ page }) => {
    await fill(page, { Email: demoLearner.email });
    await terms(page).check();
    await submit(page).click();
    const failure = page.getByRole('alert').filter({ hasText: 'An account with this address exists already.' });
    await expect(failure.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
    const email = page.getByLabel('Email', { exact: true });
    await expect(email).toHaveAccessibleDescription(/exists already/);
    await expect(email).toHaveValue(demoLearner.email);
  });

  test('says of a name that is too long, and of a leaked password, one sentence at the field', {
    tag: '@any-width',
  }, async ({ page }) => {
    const refused = async (label: (typeof fields)[number], value: string, sentence: string | RegExp) => {
      await fill(page, { [label]: value, ...(label === 'Password' ? { 'Confirm Password': value } : {}) });
      await submit(page).click();
      const field = page.getByLabel(label, { exact: true });
      await expect(field).toHaveAccessibleDescription(sentence);
      await expect(field).toBeFocused();
      await expect(page.getByRole('alert')).toHaveCount(0);
    };
    await terms(page).check();
    await refused('Full Name', 'n'.repeat(10_000), 'Use at most 255 characters.');
    await refused('Password', 'password1', /lists of leaked ones/);
    await expect(page.getByText(/leaked/)).toHaveCount(1);
  });

  test('offers a code and no Google by default, with "Or" between [117] [118] [120]', { tag: '@any-width' }, async ({
    page,
  }) => {
    await expect(page.getByRole('link', { name: 'Sign up with OTP' })).toHaveAttribute('href', '/login-otp');
    await expect(page.getByText('Or', { exact: true })).toBeVisible();
    await expect(page.getByText(/google/i)).toHaveCount(0);
  });
});

test.describe('registering where Google is switched on', () => {
  test('has its button and another divider [117] [119]', { tag: '@any-width' }, async ({ page }) => {
    await setFlags(page, { enableGoogleSignIn: true });
    await page.goto('/register');
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
    await expect(page.getByText('Or continue with', { exact: true })).toBeVisible();
  });

  test('has no divider and no code where codes are switched off [118] [Q4]', { tag: '@any-width' }, async ({
    page,
  }) => {
    await setFlags(page, { enableGoogleSignIn: true, enableOTPLogin: false });
    await page.goto('/register');
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
    await expect(page.getByText(/^Or/)).toHaveCount(0);
  });

  for (const message of ['Google is not configured.', undefined]) {
    test(`shows ${message ?? 'its own words'} when Google fails [122]`, { tag: '@any-width' }, async ({ page }) => {
      await setFlags(page, { enableGoogleSignIn: true });
      await refuseCall(page, '/api/collections/users/auth-methods*', message);
      await page.goto('/register');
      await page.getByRole('button', { name: 'Continue with Google' }).click();
      await expect(page.getByRole('alert')).toHaveText(message ?? 'Failed to sign up with Google. Please try again.');
    });
  }
});
