import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { buildClient, hashClientSources, isClientBuilt } from './build-client.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { ensureTexts } from './ensure-texts.mjs';
import { findNode } from './find-node.mjs';
import { installPackages } from './install-packages.mjs';
import { inProject, runCommand } from './project.mjs';
import { memoryEnvironment, memoryFlags } from './server-memory.mjs';

/** `bin/start`: sets up what is missing, then runs the server until it ends. */
export function run() {
  return runCommand(async () => {
    const sourcesHash = hashClientSources();
    const isBuilt = isClientBuilt(sourcesHash);
    installPackages({ needsTools: false });
    const node = findNode();
    await ensureTexts();
    endWithNpm();
    return isBuilt ? runServer(node).ended : runWhileBuilding(node, sourcesHash);
  });
}

/** The database is made and filled while the pages are built: neither uses both processors all the time. The server listens when both are done. */
async function runWhileBuilding(node, sourcesHash) {
  const { child, ended } = runServer(node, { waitsForPages: true });
  const ending = new AbortController();
  const code = ended.finally(() => ending.abort());
  try {
    await buildClient(sourcesHash, ending.signal);
  } catch (error) {
    // Whoever ended it, or what it said itself, is the reason.
    if (ending.signal.aborted) return code;
    child.kill();
    await code;
    throw error;
  }
  if (child.connected) child.send('built');
  return code;
}

const compileCache = inProject('.cache', 'compile');

/**
 * Runs the server under Node 24 or newer, always as a process of its own: only there its memory can have a limit. We become its shadow: it gets our signals once each, and its exit code, `ended`,
 * is ours. `waitsForPages`: it listens once it is sent a message.
 */
function runServer(node, { waitsForPages = false } = {}) {
  const command = [node, ...memoryFlags, inProject('src', 'main.ts'), ...(waitsForPages ? ['--wait-for-pages'] : [])];
  const setpriv = ['setpriv', '--pdeathsig', 'TERM', '--'];
  const isGuarded = process.platform === 'linux' && spawnSync(setpriv[0], [...setpriv.slice(1), 'true']).status === 0;
  const [program, ...args] = isGuarded ? [...setpriv, ...command] : command;
  const child = spawn(program, args, {
    cwd: process.cwd(),
    stdio: ['inherit', 'inherit', 'inherit', ...(waitsForPages ? ['ipc'] : [])],
    env: { ...memoryEnvironment, ...process.env, NODE_COMPILE_CACHE: compileCache },
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
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code));
  });
  return { child, ended };
}
