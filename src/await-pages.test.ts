import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const program = `const { awaitPages } = await import('./src/await-pages.ts'); process.send('asks');
  await awaitPages(); console.log('goes on');`;

function run(...flags: string[]) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, '--', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  return { child, output: text(child.stdout!), ended: once(child, 'exit'), asks: once(child, 'message') };
}

test.each(['while it waits', 'before it asks'])(
  'a server that waits for its pages goes on once told so %s',
  async (when) => {
    const { child, output, ended, asks } = run('--wait-for-pages');
    if (when === 'while it waits') await asks;
    child.send('built');
    expect([await output, ...(await ended)]).toEqual(['goes on\n', 0, null]);
  },
);

test('it ends when whoever builds them is gone', async () => {
  const { child, output, ended, asks } = run('--wait-for-pages');
  await asks;
  child.disconnect();
  expect([await output, ...(await ended)]).toEqual(['', 1, null]);
});

test('one that was not told to wait goes on at once', async () => {
  const { child, output, asks } = run();
  await asks;
  child.disconnect();
  expect(await output).toBe('goes on\n');
});
