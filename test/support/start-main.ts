import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './list-files.ts';

export type MainProcess = {
  child: ChildProcess;
  /** All it said, on both streams. */
  output: () => string;
  /** The address it listens on, once it says that it is ready. Throws what it said when it ends before. */
  ready: Promise<string>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
};

const started: MainProcess[] = [];
const folders: string[] = [];

/** Starts the product as an operator does, with these variables and none of ours besides; a free port and a data folder of its own unless given. */
export function startMain(variables: Record<string, string>): MainProcess {
  const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-main-'));
  folders.push(dataDir);
  const { PATH = '', HOME = '' } = process.env;
  // As bin/start does: the product's modules are compiled once.
  const NODE_COMPILE_CACHE = join(root, '.cache/compile');
  const child = spawn(process.execPath, [join(root, 'src/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...variables },
  });
  let said = '';
  let hear = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      hear();
    });
  }
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  const ready = new Promise<string>((resolve, reject) => {
    hear = () => {
      const url = /Kerbside is ready at (\S+)/.exec(said)?.[1];
      if (url) resolve(url);
    };
    void ended.then(() => reject(new Error(said)));
  });
  // Whoever expects a refusal never asks.
  ready.catch(() => {});
  const main = { child, output: () => said, ready, ended };
  started.push(main);
  return main;
}

/** Ends what was started and removes its folders. */
export async function stopMains(): Promise<void> {
  for (const { child, ended } of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
