import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { verifyFileToken } from '../auth/file-token.ts';
import type { Engine } from '../engine.ts';
import { nameUpload } from '../files/name-upload.ts';
import { readTexts } from '../forms/read-form.ts';
import { ApiError, badRequest, type FieldError, forbidden, notFound } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { privateFile } from '../private-paths.ts';
import { unnamedApp } from '../settings/default-settings.ts';
import { wireDate } from '../wire-date.ts';
import { isEncrypted, looksLikeBackup } from './backup-keys.ts';
import { backupLimits } from './backup-limits.ts';
import { isBackupName } from './backup-store.ts';
import { findRoom } from './check-room.ts';
import type { Backups } from './create-backups.ts';
import { NoBackup, TooMuch } from './judge-parts.ts';
import { judgeBackup } from './read-backup.ts';

const refusal = 'An error occurred while validating the submitted data.';
const maxNameLength = 150;

/** Backups, for superusers (wire contract, section 19). */
export function backupRoutes(engine: Engine, backups: Backups): Route[] {
  return [
    listRoute(backups),
    createRoute(engine, backups),
    uploadRoute(engine, backups),
    downloadRoute(engine, backups),
    deleteRoute(backups),
    restoreRoute(backups),
    restoresRoute(backups),
  ];
}

/** GET /api/backups. */
function listRoute(backups: Backups): Route {
  return {
    method: 'GET',
    path: '/api/backups',
    async handle(request) {
      requireSuperuser(request);
      const stored = await backups.store().list();
      return {
        status: 200,
        body: stored.map(({ key, size, modifiedMs }) => ({ modified: wireDate(modifiedMs), key, size })),
      };
    },
  };
}

/** POST /api/backups {name?}: 204 when the backup is made. */
function createRoute(engine: Engine, backups: Backups): Route {
  return {
    method: 'POST',
    path: '/api/backups',
    async handle(request) {
      requireSuperuser(request);
      if (await backups.isBusy()) throw busy();
      backups.refusePlainInBucket();
      const { name } = await readTexts(request, ['name']);
      const error = await checkName(backups, name);
      if (error) throw badRequest(refusal, { name: error });
      await backups.create(name || defaultName(engine));
      return { status: 204 };
    },
  };
}

async function checkName(backups: Backups, name: string): Promise<FieldError | undefined> {
  if (name === '') return undefined;
  if (name.length > maxNameLength) {
    const message = `The length must be between 1 and ${maxNameLength}.`;
    return { code: 'validation_length_out_of_range', message, params: { max: maxNameLength, min: 1 } };
  }
  if (!/^[a-z0-9_-]+\.zip$/.test(name)) {
    return { code: 'validation_match_invalid', message: 'Must be in a valid format.' };
  }
  if (!(await isThere(backups, name))) return undefined;
  return {
    code: 'validation_backup_name_exists',
    message: 'The backup file name is invalid or already exists.',
  };
}

async function isThere(backups: Backups, name: string): Promise<boolean> {
  return (await backups.store().list()).some(({ key }) => key === name);
}

function defaultName(engine: Engine): string {
  const { appName } = engine.settings.current().meta;
  const name = appName === unnamedApp ? engine.sender.name : appName;
  const app = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 50);
  const at = new Date(engine.clock.nowMs()).toISOString().replace(/\D/g, '').slice(0, 14);
  return `pb_backup_${app}_${at}.zip`;
}

/** POST /api/backups/upload, a multipart form with `file`: of any size, streamed to disk. */
function uploadRoute(engine: Engine, backups: Backups): Route {
  return {
    method: 'POST',
    path: '/api/backups/upload',
    bodyLimits: (usual) => ({ ...usual, bytes: Number.POSITIVE_INFINITY }),
    async handle(request) {
      requireSuperuser(request);
      await backups.withFolder(async (folder) => {
        const path = join(folder, 'upload.zip');
        const name = await receive(request, path, await mostBytes(engine, folder));
        if (name === undefined) throw refuseFile('validation_required', 'Cannot be blank.');
        if (!(await looksLikeBackup(path))) {
          throw refuseFile(
            'validation_invalid_mime_type',
            `"${nameUpload(name, '', engine.random)}" mime type must be one of: application/zip.`,
          );
        }
        await judge(engine, path);
        if (!isBackupName(name)) throw refuseFile('validation_match_invalid', 'Must be in a valid format.');
        if (await isThere(backups, name)) {
          throw refuseFile('validation_backup_name_exists', 'Backup file with the specified name already exists.');
        }
        await backups.store().put(name, path);
      });
      return { status: 204 };
    },
  };
}

/** Refuses what could never be restored for its size. What is no zip at all is taken, as the reference takes it, and what is encrypted can't be judged. */
async function judge(engine: Engine, path: string): Promise<void> {
  try {
    if (!(await isEncrypted(path))) await judgeBackup(path, backupLimits(engine));
  } catch (error) {
    if (error instanceof TooMuch) throw refuseTooMuch(error);
    if (!(error instanceof NoBackup)) throw error;
  }
}

async function mostBytes(engine: Engine, folder: string): Promise<number> {
  return Math.min(backupLimits(engine).bytes, await findRoom(folder));
}

function boundBytes(most: number) {
  return async function* bounded(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let length = 0;
    for await (const chunk of source) {
      length += chunk.length;
      if (length > most)
        throw new TooMuch(`It is more than ${most} bytes (backupBytes, or what the disk has room for).`);
      yield chunk;
    }
  };
}

function refuseTooMuch({ message }: TooMuch): ApiError {
  return refuseFile('validation_backup_too_large', message);
}

/** Writes the form's `file` to `path` and answers its name; undefined when there is none. */
async function receive({ reply, headers }: RequestContext, path: string, most: number): Promise<string | undefined> {
  if (!headers.content_type?.startsWith('multipart/form-data')) return undefined;
  try {
    const limits = { fileSize: Number.POSITIVE_INFINITY };
    for await (const part of reply.request.parts({ limits })) {
      if (part.type !== 'file') continue;
      if (part.fieldname !== 'file') {
        part.file.resume();
        continue;
      }
      await pipeline(part.file, boundBytes(most), createWriteStream(path, { mode: privateFile }));
      return part.filename;
    }
  } catch (cause) {
    // The rest is passed over: unread, it would hold up the next request of the same connection.
    reply.request.raw.unpipe().resume();
    if (cause instanceof TooMuch) throw refuseTooMuch(cause);
    throw new ApiError(400, 'Failed to upload backup.', {}, { cause });
  }
  return undefined;
}

function refuseFile(code: string, message: string) {
  return badRequest(refusal, { file: { code, message } });
}

/** GET /api/backups/{key}?token=: the zip, to whoever has a superuser's file token. */
function downloadRoute(engine: Engine, backups: Backups): Route {
  return {
    method: 'GET',
    path: '/api/backups/:key',
    async handle(request) {
      const { params, query, reply } = request;
      const reader = query.token ? await verifyFileToken(engine, query.token, request) : null;
      if (!reader?.isSuperuser) throw forbidden('Insufficient permissions to access the resource.');
      const name = params.key ?? '';
      const found = await backups.store().open(name);
      if (!found) throw notFound();
      await engine.hooks.watcher
        .noteReading({ auth: reader, action: 'export', collection: '_backups', record: name })
        .catch((error: unknown) => {
          found.stream.destroy();
          throw error;
        });
      reply.headers({
        'Content-Type': 'application/zip',
        'Content-Disposition': dispositionOf(name),
        'Content-Length': found.size,
        // Accounts and secrets: no cache on the way keeps a copy.
        'Cache-Control': 'no-store',
      });
      await reply.send(found.stream);
      return undefined;
    },
  };
}

// What no header can carry as it is goes in the form of RFC 6266.
function dispositionOf(name: string): string {
  if (/^[\w.@+-]+$/.test(name)) return `attachment; filename=${name}`;
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename*=UTF-8''${encoded}`;
}

/** DELETE /api/backups/{key}. */
function deleteRoute(backups: Backups): Route {
  return {
    method: 'DELETE',
    path: '/api/backups/:key',
    async handle(request) {
      requireSuperuser(request);
      const name = request.params.key ?? '';
      if (backups.active() === name) throw badRequest('The backup is currently being used and cannot be deleted.');
      if (!(await isThere(backups, name))) {
        throw badRequest('Invalid or already deleted backup file. Raw error: \nThere is no such file.');
      }
      await backups.store().delete(name);
      return { status: 204 };
    },
  };
}

/** POST /api/backups/{key}/restore: 204 once the backup is checked; the restoring goes on behind the answer. */
function restoreRoute(backups: Backups): Route {
  return {
    method: 'POST',
    path: '/api/backups/:key/restore',
    async handle(request) {
      requireSuperuser(request);
      if (await backups.isBusy()) throw busy();
      await backups.restore(request.params.key ?? '', request.auth);
      return { status: 204 };
    },
  };
}

/** GET /api/backups/restores: what came of the latest ones. */
function restoresRoute(backups: Backups): Route {
  return {
    method: 'GET',
    path: '/api/backups/restores',
    async handle(request) {
      requireSuperuser(request);
      const restores = await backups.restores();
      return {
        status: 200,
        body: restores.map(({ started, finished, ...rest }) => ({
          ...rest,
          started: wireDate(started.getTime()),
          finished: finished ? wireDate(finished.getTime()) : '',
        })),
      };
    },
  };
}

function busy() {
  return badRequest('Try again later - another backup/restore process has already been started.');
}
