import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { CommandError, say } from './project.mjs';

const paths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The path of a Chromium, or undefined. */
export function findChromium() {
  return paths.find((path) => existsSync(path));
}

/** Installs Debian's Chromium where there is none and apt may be used; else says what to install. */
export function ensureChromium() {
  if (findChromium()) return;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) {
    throw new CommandError(
      'The browser tests need Chromium: as root run "apt-get install chromium", or the like for this system, and try again.',
    );
  }
  say('There is no Chromium for the browser tests; installing it by apt …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { stdio: ['ignore', 2, 2], env };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-qq', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'], options);
  if (!findChromium())
    throw new CommandError('Chromium could not be installed by apt (see above); install it and try again.');
}
