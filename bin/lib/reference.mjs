import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './find-chromium.mjs';
import { freePort } from './free-port.mjs';
import { CommandError, inProject, root, say } from './project.mjs';
import { withServer } from './with-server.mjs';

const sources = inProject('test', 'reference', 'server');
const account = { identity: 'root@example.com', password: 'rootroot1234' };
const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');

/**
 * Asks the calls of test/reference of the running reference, which Go builds from its module, and of ours. With `mustRecord` the reference's
 * answers are written down anew first. Then a folder of it is moved in here, and back, and its dashboard is used on a started product. Returns the exit code.
 */
export async function checkReference(node, mustRecord) {
  const program = buildReference();
  const running = await startReference(program);
  try {
    const env = { ...process.env, REFERENCE: running.url, REFERENCE_TOKEN: running.token };
    if (mustRecord) runNode(node, [inProject('test', 'reference', 'record-answers.ts')], env);
    say('The reference:');
    const theirs = runNode(node, [vitest, 'run', '--project', 'unit', 'test/wire/reference.test.ts'], env);
    say('Ours:');
    const ours = runNode(node, [vitest, 'run', '--project', 'unit', 'test/wire/reference.test.ts'], process.env);
    say('Moving in and out:');
    const moves = ['test/wire/moving-reference.test.ts', 'test/wire/moving-oauth2.test.ts'];
    const moved = runNode(node, [vitest, 'run', '--project', 'unit', ...moves], {
      ...process.env,
      REFERENCE_PROGRAM: program,
    });
    const failed = theirs || ours || moved || (await walkDashboard(node));
    say(failed ? 'Not all is as it should be: see above.' : 'Both answer alike, and the dashboard met nothing wrong.');
    return failed;
  } finally {
    running.stop();
  }
}

/** Serves the dashboard that the reference's module has, and uses it in a browser. */
async function walkDashboard(node) {
  say('Its dashboard on ours:');
  ensureChromium();
  const found = spawnSync('go', ['list', '-m', '-f', '{{.Dir}}', 'github.com/pocketbase/pocketbase'], {
    cwd: sources,
    encoding: 'utf8',
  });
  const { identity: email, password } = account;
  const environment = {
    DASHBOARD_DIR: join(found.stdout.trim(), 'ui', 'dist'),
    SUPERUSER_EMAIL: email,
    SUPERUSER_PASSWORD: password,
    DEMO: '0',
  };
  const walk = inProject('test', 'reference', 'walk-dashboard.ts');
  return withServer(node, environment, async (url) => runNode(node, [walk, url, email, password], process.env));
}

function buildReference() {
  const folder = inProject('node_modules', '.cache', 'reference');
  mkdirSync(folder, { recursive: true });
  const program = join(folder, 'pocketbase');
  say('Building the reference …');
  const built = spawnSync('go', ['build', '-o', program, '.'], { cwd: sources, stdio: 'inherit' });
  if (built.error) throw new CommandError('Go is needed to build the reference, and is not installed.');
  if (built.status !== 0) throw new CommandError('Building the reference failed.');
  return program;
}

async function startReference(program) {
  const dir = mkdtempSync(join(tmpdir(), 'kerbside-reference-'));
  const made = spawnSync(program, ['superuser', 'upsert', account.identity, account.password, '--dir', dir]);
  if (made.status !== 0) throw new CommandError(`The reference made no superuser: ${made.stderr}`);
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(program, ['serve', '--http', url.slice('http://'.length), '--dir', dir], { stdio: 'ignore' });
  const stop = () => {
    child.kill();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await answers(url);
    const signedIn = await fetch(`${url}/api/collections/_superusers/auth-with-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    const { token } = await signedIn.json();
    return { url, token, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

async function answers(url) {
  for (let tries = 0; tries < 100; tries++) {
    const health = await fetch(`${url}/api/health`).catch(() => undefined);
    if (health?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new CommandError('The reference did not start within ten seconds.');
}

function runNode(node, args, env) {
  return spawnSync(node, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;
}
