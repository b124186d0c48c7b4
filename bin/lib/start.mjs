import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { pathToFileURL } from 'node:url';
import { buildClient, hashClientSources, isClientBuilt } from './build-client.mjs';
import { ensureTexts } from './ensure-texts.mjs';
import { findNode, isNodeNewEnough } from './find-node.mjs';
import { installPackages } from './install-packages.mjs';
import { inProject, runCommand } from './project.mjs';

/** `bin/start`: sets up what is missing, then runs the server until it ends. */
export function run() {
  return runCommand(async () => {
    const sourcesHash = hashClientSources();
    const isBuilt = isClientBuilt(sourcesHash);
    installPackages({ needsTools: !isBuilt });
    const node = findNode();
    await ensureTexts();
    if (!isBuilt) await buildClient(sourcesHash);
    if (!isNodeNewEnough()) return runServer(node);
    await runServerHere();
    return process.exitCode;
  });
}

const compileCache = inProject('.cache', 'compile');

async function runServerHere() {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(compileCache);
  await import(pathToFileURL(inProject('src', 'main.ts')).href);
}

/** Runs the server under another Node and becomes its shadow: it gets our signals once each, and its exit code is ours. */
function runServer(node) {
  // Without a limit the garbage of rendered pages is left lying up to a gigabyte where the machine has room for it.
  const command = [node, '--max-old-space-size=384', inProject('src', 'main.ts')];
  const setpriv = ['setpriv', '--pdeathsig', 'TERM', '--'];
  const isGuarded = process.platform === 'linux' && spawnSync(setpriv[0], [...setpriv.slice(1), 'true']).status === 0;
  const [program, ...args] = isGuarded ? [...setpriv, ...command] : command;
  const child = spawn(program, args, {
    cwd: process.cwd(),
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    // A session of its own: Ctrl-C would otherwise reach the server twice, from the terminal and from us. Only where the server
    // also ends when we are killed.
    detached: isGuarded,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) {
    process.on(signal, () => {
      // Without a session of its own the terminal has told the server already.
      if (isGuarded || signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code));
  });
}
