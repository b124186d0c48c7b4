import { spawn } from 'node:child_process';
import { buildClient, hashClientSources, isClientBuilt, listClientBuilds } from './build-client.mjs';
import { ensureTexts } from './ensure-texts.mjs';
import { findNode } from './find-node.mjs';
import { installPackages } from './install-packages.mjs';
import { inProject, root, runCommand } from './project.mjs';
import { memoryEnvironment, memoryFlags } from './server-memory.mjs';

/** `bin/dev`: the server, started again when its files change, and the pages, built again when theirs do. */
export function run() {
  return runCommand(async () => {
    installPackages();
    await ensureTexts();
    const node = findNode();
    const sourcesHash = hashClientSources();
    if (!isClientBuilt(sourcesHash)) await buildClient(sourcesHash);
    const vite = inProject('node_modules/vite/bin/vite.js');
    const commands = [
      ...listClientBuilds().map(({ args, env }) => ({
        args: [vite, ...args, '--watch', '--configLoader', 'native', '--logLevel', 'warn'],
        env,
      })),
      {
        args: [...memoryFlags, '--watch', '--watch-preserve-output', inProject('src/main.ts')],
        env: { ...memoryEnvironment, ...process.env },
      },
    ];
    const children = commands.map(({ args, env }) => spawn(node, args, { cwd: root, env, stdio: 'inherit' }));
    // Ctrl-C reaches all of them from the terminal; this is for the other ways to be ended.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of children) child.kill(signal);
      });
    }
    const codes = await Promise.all(children.map((child) => new Promise((resolve) => child.on('close', resolve))));
    return codes.find((code) => code !== 0 && code !== null) ?? 0;
  });
}
