import { createECDH } from 'node:crypto';
import { defineConfig } from '@playwright/test';
import { findChromium } from './bin/lib/find-chromium.mjs';
import { launchOptionsOf } from './test/support/launch-options.ts';

const port = Number(process.env.E2E_PORT ?? 8191);
const push = createECDH('prime256v1');
// One secret in 256 begins with a zero, which Node leaves out: the product wants all 32 bytes.
do push.generateKeys();
while (push.getPrivateKey().length < 32);

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Two for each core of a small machine: a third of each test is waiting.
  workers: 4,
  forbidOnly: true,
  // Only what hangs takes so long: on a machine that others use, too, a test takes ten times its time.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // One context serves a worker's tests, emptied between them. Cookies, storage, routes and the clock are each test's own all the same.
    reuseContext: true,
    // What is not there to be pressed is said after half a minute, at its place, and not at the end of the test's time.
    actionTimeout: 30_000,
    locale: 'en-SG',
    timezoneId: 'Asia/Singapore',
    // What a worker kept of the page would be another test's first page: those about it allow them.
    serviceWorkers: 'block',
    // A trace of every test costs a third of the browser's time: TRACE=1 asks for the failed ones'.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: launchOptionsOf(findChromium()),
  },
  projects: [
    // What is of the other width alone is not begun at this one, rather than skipped.
    {
      name: 'phone',
      grepInvert: /@wide-only/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    // What does not depend on the width is tested at one, the narrower.
    { name: 'desktop', grepInvert: /@any-width|@narrow-only/, use: { viewport: { width: 1280, height: 800 } } },
  ],
  webServer: {
    command: `"${process.execPath}" test/support/run-e2e-server.ts`,
    url: `http://127.0.0.1:${port}/api/health`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 60_000,
    stdout: 'pipe',
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DEMO: '1',
      NODE_ENV: 'development',
      VAPID_PUBLIC_KEY: push.getPublicKey('base64url'),
      VAPID_PRIVATE_KEY: push.getPrivateKey('base64url'),
    },
  },
});
