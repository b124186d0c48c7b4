import { expect, type Page, test } from '@playwright/test';
import { demoLearner } from './support/demo-learner.ts';
import { refuseCall } from './support/refuse-call.ts';
import { setFlags } from './support/set-flags.ts';

const requestCall = '/api/collections/users/request-otp';
const verifyCall = '/api/collections/users/auth-with-otp';
const boxes = (page: Page) => page.getByRole('textbox', { name: /^Digit \d of 6$/ });

/** Answers as the server would, so that the pages can be tried without using up anybody's codes. */
async function answerCodes(page: Page): Promise<void> {
  let sent = 0;
  await page.route(`**${requestCall}`, (route) => {
    sent += 1;
    return route.fulfill({ json: { otpId: `otp${sent}` } });
  });
}

async function askForCode(page: Page): Promise<void> {
  await page.goto('/login-otp');
  await page.getByLabel('Email').fill(demoLearner.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(boxes(page)).toHaveCount(6);
}

/** As a password manager or a phone does: the value, then its event. */
function fillWhole(box: SVGElement | HTMLElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, value);
  box.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

test.describe('signing in with a code', () => {
  test('starts with an email alone, which is required [57] [58]', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/login-otp');
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(page.getByLabel('Email')).toHaveAttribute('required');
    await expect(boxes(page)).toHaveCount(0);
  });

  test('shows the code of a demo account and lands on the dashboard [59] [60] [61] [76] [77] [Q3]', {
    tag: '@any-width',
  }, async ({ page }) => {
    const asked = page.waitForRequest((request) => request.url().includes(requestCall));
    await askForCode(page);
    expect((await asked).postDataJSON()).toEqual({ email: demoLearner.email });
    await expect(page.getByText('OTP sent to your email. Please check your inbox.')).toBeVisible();
    const hint = page.getByText(/Demo account: your code is \d{6}/);
    await expect(hint).toBeVisible();
    const code = (await hint.textContent())?.match(/\d{6}/)?.[0] ?? '';
    const verified = page.waitForRequest((request) => request.url().includes(verifyCall));
    await boxes(page).first().focus();
    await page.keyboard.type(code);
    expect((await verified).postDataJSON()).toEqual({ otpId: expect.any(String), password: code });
    await expect(page).toHaveURL('/dashboard');
  });

  for (const message of ['Too many requests.', undefined]) {
    test(`shows ${message ?? 'its own words'} when no code can be sent, and stays [62] [63]`, {
      tag: '@any-width',
    }, async ({ page }) => {
      await refuseCall(page, requestCall, message);
      await page.goto('/login-otp');
      await page.getByLabel('Email').fill(demoLearner.email);
      await page.getByRole('button', { name: 'Send code' }).click();
      await expect(page.getByRole('alert')).toHaveText(message ?? 'Failed to send OTP. Please try again.');
      await expect(boxes(page)).toHaveCount(0);
    });
  }

  test('moves through the boxes by typing and Backspace, digits only [64] [65] [66] [68] [69]', {
    tag: '@any-width',
  }, async ({ page }) => {
    await answerCodes(page);
    await askForCode(page);
    for (const box of await boxes(page).all()) await expect(box).toHaveAttribute('maxlength', '1');
    await boxes(page).first().focus();
    await page.keyboard.type('a1b2');
    await expect(boxes(page).nth(0)).toHaveValue('1');
    await expect(boxes(page).nth(1)).toHaveValue('2');
    await expect(boxes(page).nth(2)).toBeFocused();
    await page.keyboard.press('Backspace');
    await expect(boxes(page).nth(1)).toBeFocused();
    await page.keyboard.press('Backspace');
    await expect(boxes(page).nth(1)).toHaveValue('');
    await expect(boxes(page).nth(1)).toBeFocused();
  });

  test('takes a pasted code [71]', { tag: '@any-width' }, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await answerCodes(page);
    await askForCode(page);
    await page.evaluate(() => navigator.clipboard.writeText('12-34 56'));
    await boxes(page).first().focus();
    await page.keyboard.press('ControlOrMeta+V');
    for (const [index, box] of (await boxes(page).all()).entries()) await expect(box).toHaveValue(String(index + 1));
  });

  for (const [who, fillIn] of [
    ['the suggestion of a keyboard', (page: Page) => page.keyboard.insertText('123456')],
    ['what fills in forms', (page: Page) => boxes(page).first().evaluate(fillWhole, '123456')],
  ] as const) {
    test(`takes a whole code from ${who}, and sends it`, { tag: '@any-width' }, async ({ page }) => {
      await answerCodes(page);
      await refuseCall(page, verifyCall, 'Wrong.');
      await askForCode(page);
      const verified = page.waitForRequest((request) => request.url().includes(verifyCall));
      await fillIn(page);
      for (const [index, box] of (await boxes(page).all()).entries()) await expect(box).toHaveValue(String(index + 1));
      expect((await verified).postDataJSON()).toMatchObject({ password: '123456' });
    });
  }

  test('asks for all six digits before sending anything [75]', { tag: '@any-width' }, async ({ page }) => {
    await answerCodes(page);
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes(verifyCall) && calls.push(request.url()));
    await askForCode(page);
    await boxes(page).first().focus();
    await page.keyboard.type('12345');
    await page.getByRole('button', { name: 'Verify code' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please enter all 6 digits');
    expect(calls).toEqual([]);
  });

  for (const message of ['Expired code.', undefined]) {
    test(`shows ${message ?? 'its own words'} for a wrong code [78]`, { tag: '@any-width' }, async ({ page }) => {
      await answerCodes(page);
      await refuseCall(page, verifyCall, message);
      await askForCode(page);
      await boxes(page).first().focus();
      await page.keyboard.type('111111');
      await expect(page.getByRole('alert')).toHaveText(message ?? 'Invalid OTP. Please try again.');
    });
  }

  test('lets a new code be asked for after 60 seconds, and uses it [79] [80] [81] [82] [83] [85] [Q3]', {
    tag: '@any-width',
  }, async ({ page }) => {
    await page.clock.install();
    await answerCodes(page);
    await askForCode(page);
    const resend = page.getByRole('button', { name: /^Resend code/ });
    await page.clock.runFor(10_000);
    // The clock goes on by itself, too, while the page is slow.
    await expect(resend).toHaveText(/^Resend code in (?:50|4\d) s$/);
    await expect(resend).toBeDisabled();
    await page.clock.runFor(50_000);
    await expect(resend).toHaveText('Resend code');
    await resend.click();
    await expect(page.getByText('New OTP sent to your email.')).toBeVisible();
    await expect(resend).toBeDisabled();
    const verified = page.waitForRequest((request) => request.url().includes(verifyCall));
    await refuseCall(page, verifyCall, 'Wrong.');
    await boxes(page).first().focus();
    await page.keyboard.type('222222');
    expect((await verified).postDataJSON()).toEqual({ otpId: 'otp2', password: '222222' });
  });

  for (const message of ['Not now.', undefined]) {
    test(`shows ${message ?? 'its own words'} when no new code can be sent [84]`, { tag: '@any-width' }, async ({
      page,
    }) => {
      await page.clock.install();
      await answerCodes(page);
      await askForCode(page);
      await page.clock.runFor(60_000);
      await refuseCall(page, requestCall, message);
      await page.getByRole('button', { name: 'Resend code' }).click();
      await expect(page.getByRole('alert')).toHaveText(message ?? 'Failed to resend OTP. Please try again.');
    });
  }

  test('goes back to the email, forgetting digits and countdown [86] [87] [88] [89]', { tag: '@any-width' }, async ({
    page,
  }) => {
    await answerCodes(page);
    await askForCode(page);
    await boxes(page).first().focus();
    await page.keyboard.type('123');
    await page.getByRole('button', { name: 'Back to email' }).click();
    await expect(boxes(page)).toHaveCount(0);
    await expect(page.getByLabel('Email')).toHaveValue(demoLearner.email);
    await expect(page.getByText(/Resend/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Send code' }).click();
    for (const box of await boxes(page).all()) await expect(box).toHaveValue('');
  });

  test('is not offered where it is switched off [90] [Q5]', { tag: '@any-width' }, async ({ page }) => {
    await setFlags(page, { enableOTPLogin: false });
    await page.goto('/login-otp');
    await expect(page).toHaveURL('/login');
  });
});
