import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { CommandError, say } from './project.mjs';

const wholePaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];
const shellPath = '/usr/bin/chromium-headless-shell';

/**
 * The path of the Chromium for tests and screenshots: the headless shell, which draws no window around the page and so needs half the time,
 * or a whole one; undefined where there is neither.
 */
export function findChromium() {
  return existsSync(shellPath) ? shellPath : findWholeChromium();
}

/** The path of a Chromium with all of a browser's parts, such as notifications; or undefined. */
export function findWholeChromium() {
  return wholePaths.find((path) => existsSync(path));
}

/** Installs Debian's Chromium where there is none and apt may be used; else says what to install. */
export function ensureChromium() {
  if (findWholeChromium()) return;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) {
    throw new CommandError(
      'The browser tests need Chromium: as root run "apt-get install chromium", or the like for this system, and try again.',
    );
  }
  say('There is no Chromium for the browser tests; installing it by apt …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { stdio: ['ignore', 2, 2], env };
  const install = (...names) =>
    spawnSync('apt-get', ['install', '-qq', '-y', '--no-install-recommends', ...names], options);
  spawnSync('apt-get', ['update', '-qq'], options);
  install('chromium', 'fonts-liberation');
  if (!findWholeChromium())
    throw new CommandError('Chromium could not be installed by apt (see above); install it and try again.');
  // Only for speed, and not every release of Debian has it.
  install('chromium-headless-shell');
}
