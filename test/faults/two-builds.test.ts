import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../support/list-files.ts';

// A small project of the same layout, whose pages are built by the real command, and by a bundler of a few lines that waits for a sign.
const bundler = `
  import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
  const [folder, starter] = [process.env.PAGES_FOLDER ?? 'dist', process.ppid];
  mkdirSync(folder, { recursive: true });
  writeFileSync(folder + '/half.js', '');
  writeFileSync('begun-' + starter, '');
  const waiting = setInterval(() => {
    if (!existsSync('go-' + starter)) return;
    clearInterval(waiting);
    writeFileSync(folder + '/whole.js', '');
  }, 20);
`;

let project: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  project = mkdtempSync('/tmp/kerbside-builds-');
  for (const name of ['bin', '.nvmrc', 'package.json', 'package-lock.json', 'src/texts']) {
    cpSync(join(root, name), join(project, name), { recursive: true });
  }
  mkdirSync(join(project, 'node_modules/vite/bin'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== 'vite')) {
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
  }
  writeFileSync(join(project, 'node_modules/vite/bin/vite.js'), bundler);
  mkdirSync(join(project, 'dist'));
  writeFileSync(join(project, 'dist/old.js'), '');
});

afterEach(() => {
  for (const child of started.splice(0)) if (child.exitCode === null && child.signalCode === null) cutOff(child);
  rmSync(project, { recursive: true, force: true });
});

function build(): ChildProcess {
  const program = `import { buildClient } from './bin/lib/build-client.mjs'; await buildClient('these sources');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: project,
    stdio: 'ignore',
    detached: true,
  });
  started.push(child);
  return child;
}

/** Ends a build together with its bundlers. */
function cutOff({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

const hasBegun = ({ pid }: ChildProcess) => expect.poll(() => existsSync(join(project, `begun-${pid}`))).toBe(true);

const pages = () => readdirSync(join(project, 'dist')).toSorted();

test('a second start that builds the pages at the same time and is cut off takes nothing from the first, nor from who uses the old ones', async () => {
  const [first, second] = [build(), build()];
  await Promise.all([hasBegun(first), hasBegun(second)]);
  expect(pages()).toEqual(['old.js']);
  const isEnded = once(second, 'exit');
  cutOff(second);
  await isEnded;
  expect(pages()).toEqual(['old.js']);
  writeFileSync(join(project, `go-${first.pid}`), '');
  expect(await once(first, 'exit')).toEqual([0, null]);
  expect(pages()).toEqual(['half.js', 'sources.sha256', 'whole.js']);
  expect(readFileSync(join(project, 'dist/sources.sha256'), 'utf8')).toBe('these sources');
});
