import type { LaunchOptions } from '@playwright/test';

const isRoot = process.getuid?.() === 0;

/** How tests and screenshots start the Chromium at `path`; Playwright's own where there is none. */
export function launchOptionsOf(path: string | undefined): LaunchOptions {
  return {
    ...(path ? { executablePath: path } : {}),
    args: [
      // Chromium's own sandbox can't be had by root, nor in most containers.
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // No page of a test lives so long that code which is compiled a second time, to run faster, is worth the time that takes.
      '--js-flags=--max-optimized-bytecode-size=0',
    ],
  };
}
