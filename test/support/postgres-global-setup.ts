import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#engine/database/database.ts';
import { startEmbeddedPostgres } from '#engine/database/embedded-postgres.ts';
import { migrate } from '#engine/database/migrate.ts';
import { createLogger } from '#engine/log.ts';
import { urlOf } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where test databases are made: an administrator's connection to the server and the migrated template's name. */
    postgres: { adminUrl: string; template: string };
  }
}

const folderPrefix = 'kerbside-test-';
/** Hundreds of databases are made and dropped, of a thousand files each: in memory where there is plenty. */
const memory = '/dev/shm';
const muchMemory = 4 * 1024 ** 3;
const databaseFolder = join(import.meta.dirname, '../../db');

/** One PostgreSQL for the whole run (TEST_DATABASE_URL, or one of our own) with one migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findServer();
  const template = `template_${process.pid}`;
  const admin = openDatabase({ connection: { connectionString: server.adminUrl }, maxConnections: 1 });
  await admin.query(`drop database if exists ${template}`);
  await admin.query(`create database ${template}`);
  const url = new URL(server.adminUrl);
  url.pathname = `/${template}`;
  const db = openDatabase({ connection: { connectionString: url.href }, maxConnections: 1 });
  await migrate(db, databaseFolder);
  await db.close();
  project.provide('postgres', { adminUrl: server.adminUrl, template });
  return async () => {
    const beginnings = await admin.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, $1 || '_')`,
      [template],
    );
    for (const name of [template, ...beginnings.map((beginning) => beginning.name)]) {
      await admin.query(`drop database if exists ${name} with (force)`);
    }
    await admin.close();
    await server.stop();
  };
}

async function findServer(): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { adminUrl: given, stop: async () => {} };
  const parent = hasMuchMemory() ? memory : tmpdir();
  for (const folder of new Set([parent, tmpdir()])) removeAbandonedFolders(folder);
  const dataDir = mkdtempSync(join(parent, `${folderPrefix}${process.pid}-`));
  const server = await startEmbeddedPostgres({ dataDir, log: createLogger('error'), isDurable: false });
  return {
    adminUrl: urlOf(server.connection),
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function hasMuchMemory(): boolean {
  try {
    accessSync(memory, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, freemem()) > muchMemory;
  } catch {
    return false;
  }
}

/** Folders of runs that were killed. */
function removeAbandonedFolders(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(folderPrefix) ? Number(name.slice(folderPrefix.length).split('-')[0]) : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
