import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Programs of the operating system that make the launcher safer where they are there; their paths. */
export type SystemTools = {
  /** Ends the database when we are killed, and switches accounts. */
  setpriv?: string;
  /** Makes a user namespace. Only set when this machine lets us. */
  unshare?: string;
  /** Bounds the memory of the database's processes before it becomes the database. */
  shell?: string;
};

const folders = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'];

/** Finds the tools and tries each: being installed does not mean that it works (old versions, containers that forbid it). */
export function findSystemTools(): SystemTools {
  const tools: SystemTools = {};
  const setpriv = findProgram('setpriv');
  if (setpriv && works(setpriv, ['--pdeathsig', 'INT', '--', '/bin/true'])) tools.setpriv = setpriv;
  const unshare = findProgram('unshare');
  if (unshare) tools.unshare = unshare;
  const shell = findProgram('sh');
  if (shell && works(shell, ['-c', 'ulimit -S -v 1048576'])) tools.shell = shell;
  return tools;
}

/** True when `unshare` may make the namespace that a server account needs. */
export function canMakeNamespace(unshare: string): boolean {
  return works(unshare, [...namespaceArguments, '/bin/true']);
}

/** Looks like `nobody` inside: initdb wants an account with a name, and every machine has this one. */
export const namespaceArguments: readonly string[] = ['--user', '--map-user=65534', '--map-group=65534', '--'];

function findProgram(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function works(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { cwd: '/', stdio: 'ignore' }).status === 0;
}
