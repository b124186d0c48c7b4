import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { accountCommand } from './account-command.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { ServerAccount } from './server-account.ts';
import type { SystemTools } from './system-tools.ts';

export type PostgresBinaries = { initdb: string; postgres: string };

type Runner = { account: ServerAccount; tools: SystemTools };

/**
 * PostgreSQL's programs, from the npm package for this machine, in a place where the account can run them. The package's library
 * links are made here when its install script was not run. Where the package can't be used as it lies (below a folder closed to the
 * account, or read-only without its links), a copy is kept in the first of `cacheFolders` that serves.
 */
export async function preparePostgresBinaries(
  runner: Runner,
  cacheFolders: readonly string[],
  packageFolder: string = findPackage(),
): Promise<PostgresBinaries> {
  let problem = tryToRun(runner, packageFolder);
  if (problem === undefined) return programsOf(packageFolder);
  await makeLinks(packageFolder);
  problem = tryToRun(runner, packageFolder);
  if (problem === undefined) return programsOf(packageFolder);
  for (const folder of cacheFolders) {
    const copy = await keepCopy(runner, packageFolder, folder);
    if (copy) return programsOf(copy);
  }
  throw new EmbeddedPostgresError(
    `The database's programs in ${packageFolder} can't be run by account number ${runner.account.uid} (${problem}). Move the project to a folder that other users can read, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package exports only its module, so the folder is found from there.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The database's package ${name} is not installed. Run "npm ci" (the package exists for Linux on x64), or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

function programsOf(packageFolder: string): PostgresBinaries {
  const folder = join(packageFolder, 'native', 'bin');
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
}

/** Undefined when the server's program runs as the account, else what was wrong: the truest test of paths, rights and libraries. */
function tryToRun(runner: Runner, packageFolder: string): string | undefined {
  const { program, args, options } = accountCommand(runner.account, runner.tools, programsOf(packageFolder).postgres, [
    '--version',
  ]);
  const result = spawnSync(program, args, { ...options, cwd: '/', encoding: 'utf8' });
  if (result.status === 0) return undefined;
  return result.error?.message ?? (result.stderr.trim().split('\n').at(-1) || `exit code ${result.status}`);
}

async function makeLinks(packageFolder: string): Promise<void> {
  const list = JSON.parse(readFileSync(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8')) as Array<{
    source: string;
    target: string;
  }>;
  for (const { source, target } of list) {
    // A link and its target lie in the same folder. A link that can't be made shows when the program is tried.
    await symlink(basename(source), join(packageFolder, target)).catch(() => {});
  }
}

/**
 * The folder of a copy that the account can run, or undefined when `folder` is no place for one. The copy is whole or absent,
 * whenever we are stopped, and one that does not run is not kept.
 */
async function keepCopy(runner: Runner, packageFolder: string, folder: string): Promise<string | undefined> {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const copy = join(folder, `postgresql-${version}`);
  if (existsSync(copy) && tryToRun(runner, copy) === undefined) return copy;
  let half: string | undefined;
  try {
    if (!existsSync(folder)) {
      await mkdir(folder);
      // Whatever mode new files get otherwise: the account that runs them is another one.
      await chmod(folder, 0o755);
    }
    half = await mkdtemp(`${copy}.making-`);
    await cp(packageFolder, half, { recursive: true, verbatimSymlinks: true });
    await makeLinks(half);
    await chmod(half, 0o755);
    if (tryToRun(runner, half) === undefined) await rename(half, copy);
  } catch {
    // Read-only, full, or another start was faster. Whether there is a copy now is what counts.
  }
  if (half) await rm(half, { recursive: true, force: true });
  await rmdir(folder).catch(() => {});
  return existsSync(copy) && tryToRun(runner, copy) === undefined ? copy : undefined;
}
