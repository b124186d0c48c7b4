import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { CommandError, inProject, root } from './project.mjs';

/** Starts the product on fresh data for `work`, which gets its address, and ends it afterwards. */
export async function withServer(node, environment, work) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-server-'));
  const port = await freePort();
  const server = spawn(node, [inProject('src', 'main.ts')], {
    cwd: root,
    env: { ...process.env, ...environment, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    await isReady(server);
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    server.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function isReady(server) {
  return new Promise((resolve, reject) => {
    server.stdout.on('data', (text) => String(text).includes('Kerbside is ready') && resolve());
    server.once('exit', () => reject(new CommandError('The server ended before it was ready.')));
  });
}
