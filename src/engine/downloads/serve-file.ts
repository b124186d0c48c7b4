import { escapeIdentifier } from 'pg';
import { verifyFileToken } from '../auth/file-token.ts';
import { type Collection, columnOf, type FileField, isMultiple } from '../collections/collection.ts';
import { recordFromRow } from '../collections/record-row.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { parseBool } from '../fields/cast-value.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import { notFound } from '../http/api-error.ts';
import { callerOf } from '../http/caller-of.ts';
import type { Answer, RequestContext, Route } from '../http/route.ts';
import { queryRows } from '../records/query-rows.ts';
import { satisfiesRule } from '../records/satisfies-rule.ts';
import { findViewFields, viewFieldOf } from '../schema/find-view-fields.ts';
import { findOrMakeThumb } from './make-thumb.ts';
import { serveBytes } from './serve-bytes.ts';

const inlineTypes = new Set(
  [
    'image/png image/jpg image/jpeg image/gif image/webp image/x-icon image/bmp',
    'video/webm video/mp4 video/3gpp video/quicktime video/x-ms-wmv',
    'audio/basic audio/aiff audio/mpeg audio/midi audio/mp3 audio/wave audio/wav audio/x-wav audio/x-mpeg audio/x-m4a audio/aac',
    'application/pdf application/x-pdf',
  ].flatMap((types) => types.split(' ')),
);
const office = 'application/vnd.openxmlformats-officedocument';
const typeOfExtension = new Map([
  ['svg', 'image/svg+xml'],
  ['css', 'text/css'],
  ['js', 'text/javascript'],
  ['mjs', 'text/javascript'],
  ['xlsx', `${office}.spreadsheetml.sheet`],
  ['docx', `${office}.wordprocessingml.document`],
  ['pptx', `${office}.presentationml.presentation`],
]);

/** GET /api/files/:collection/:id/:filename (wire contract, section 14): the file or one of its thumbnails. */
export function serveFileRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/files/:collection/:id/:filename',
    async handle(request) {
      const collection = engine.collections.find(request.params.collection ?? '');
      if (!collection) throw notFound('Missing or invalid collection context.');
      return serveFile(engine, collection, request);
    },
  };
}

async function serveFile(engine: Engine, collection: Collection, request: RequestContext): Promise<Answer> {
  const { id = '', filename = '' } = request.params;
  const row = await findRowById(engine, collection, id);
  const field = row && findFileField(collection, row, filename);
  if (!row || !field) throw notFound();
  await refuseUnseen(engine, { collection, field, row, filename }, request);
  const folder = await folderOf(engine, { collection, field, row, filename });
  const original = folder === undefined ? undefined : await engine.files.open(`${folder}/${filename}`);
  if (folder === undefined || !original) throw notFound();
  const size = request.query.thumb ?? '';
  const isOffered = size === '100x100' || (field.thumbs ?? []).includes(size);
  const key = `${folder}/thumbs_${filename}/${size}_${filename}`;
  const by = callerOf(request.auth, request.ip);
  const thumb = isOffered
    ? await findOrMakeThumb(engine, { file: original, from: `${folder}/${filename}`, key, size, by })
    : undefined;
  const file = thumb ?? original;
  const name = thumb ? `${size}_${filename}` : filename;
  // Pages of others may show the file in a frame: its own policy keeps it harmless.
  request.reply.removeHeader('X-Frame-Options');
  const isDownload = parseBool(request.query.download ?? '') === true;
  return serveBytes(request, {
    file,
    headers: headersOf(file.contentType, name, { isDownload, isPrivate: field.protected === true }),
  });
}

async function findRowById(engine: Engine, collection: Collection, id: string): Promise<Row | undefined> {
  const text = `select * from ${escapeIdentifier(collection.name)} where id = $1`;
  const rows = await queryRows(engine, collection, { text, values: [id] });
  return rows[0];
}

function findFileField(collection: Collection, row: Row, filename: string): FileField | undefined {
  const holdsFile = (value: unknown) => (Array.isArray(value) ? value.includes(filename) : value === filename);
  return collection.fields.find(
    (field): field is FileField => field.type === 'file' && filename !== '' && holdsFile(row[columnOf(field)]),
  );
}

type Held = { collection: Collection; field: FileField; row: Row; filename: string };

// A protected file is seen by whom the collection's viewRule lets see its record; the short token in the address says who asks.
async function refuseUnseen(engine: Engine, held: Held, request: RequestContext): Promise<void> {
  const { collection, field, row, filename } = held;
  const token = request.query.token ?? '';
  const auth = field.protected && token !== '' ? await verifyFileToken(engine, token, request) : null;
  if (field.protected && auth?.isSuperuser !== true) {
    const rule = collection.viewRule;
    if (rule === null) throw notFound();
    const ruleRequest = { ...ruleRequestOf(request), context: 'protectedFile' as const, auth };
    const options = { collection, rule, recordId: String(row.id), request: ruleRequest };
    if (rule !== '' && !(await satisfiesRule(engine, options))) throw notFound();
  }
  const record = recordFromRow(collection, row);
  if (auth) await engine.hooks.watcher.noteFile({ collection, record, field, filename, auth, ip: request.ip });
}

// The files that a view shows are kept with the records that they come from.
async function folderOf(engine: Engine, { collection, field, row, filename }: Held): Promise<string | undefined> {
  if (collection.type !== 'view') return `${collection.id}/${String(row.id)}`;
  const known = findViewFields(collection.viewQuery, engine.collections.all());
  const source = viewFieldOf(known, field.name)?.source;
  if (source?.field.type !== 'file') return undefined;
  const column = escapeIdentifier(columnOf(source.field));
  const condition = isMultiple(source.field) ? `${column} @> jsonb_build_array($1::text)` : `${column} = $1`;
  const table = escapeIdentifier(source.collection.name);
  const rows = await engine.db.query(`select id from ${table} where ${condition} limit 1`, [filename]);
  return rows[0] ? `${source.collection.id}/${String(rows[0].id)}` : undefined;
}

type Showing = { isDownload: boolean; isPrivate: boolean };

function headersOf(contentType: string, name: string, { isDownload, isPrivate }: Showing): Record<string, string> {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const isInline = !isDownload && inlineTypes.has(contentType);
  return {
    'Content-Disposition': `${isInline ? 'inline' : 'attachment'}; filename=${name}`,
    'Content-Type': typeOfExtension.get(extension) ?? contentType,
    'Content-Security-Policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
    'Cache-Control': isPrivate ? 'private, no-store' : 'max-age=2592000, stale-while-revalidate=86400',
  };
}
