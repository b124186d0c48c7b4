import type { Engine } from '../engine.ts';
import { notUnique } from '../fields/field-errors.ts';
import { ApiError, badRequest, notFound } from '../http/api-error.ts';
import { type FieldPick, parseFields, pickFields } from '../http/pick-fields.ts';
import type { Answer, RequestContext, Route } from '../http/route.ts';
import type { RequestLimiter } from '../limits/create-request-limiter.ts';
import { createRecordRoute } from '../records/create-record.ts';
import { deleteRecordRoute } from '../records/delete-record.ts';
import { findRow } from '../records/record-store.ts';
import { updateRecordRoute } from '../records/update-record.ts';
import type { BatchItem } from './read-batch.ts';

export type BatchResult = { body: unknown; status: number };

const one = /^\/api\/collections\/(?<collection>[^/?]+)\/records\/(?<id>[^/?]+)(?:\?(?<query>.*))?$/s;
const all = /^\/api\/collections\/(?<collection>[^/?]+)\/records(?:\?(?<query>.*))?$/s;

type Call = { route: Route; method: string; params: Record<string, string>; query: string };

export type ItemRun = {
  /** The engine whose transaction the batch is. */
  engine: Engine;
  item: BatchItem;
  /** The batch's own request: who asks, from where, with which headers. */
  outer: RequestContext;
  /** Counts and refuses as if the call had come alone. */
  limit: RequestLimiter;
};

/** Carries out one call of a batch: creating, changing, deleting a record, or PUT, which changes the record of the body's id or creates it. */
export async function runItem({ engine, item, outer, limit }: ItemRun): Promise<BatchResult> {
  if (!isUrl(item.url)) throw badRequest();
  const { route, method, params, query } = await findCall(engine, item);
  // Alone, a create or change answers this with other words, from a guard that a batch does not pass.
  if (!engine.collections.find(params.collection ?? '')) throw notFound('Missing collection context.');
  const request: RequestContext = {
    ...outer,
    method,
    path: item.url.split('?')[0] ?? '',
    params,
    query: firstValues(query),
    headers: { ...outer.headers, ...snakeCased(item.headers) },
    body: async () => item.body,
    context: 'batch',
  };
  await limit(request, route);
  const picks = readPicks(request.query.fields);
  const answer = await handle(engine, route, { item, request });
  if (!answer) throw new Error('A record call answered nothing.');
  const body = answer.body ?? null;
  return { body: picks && body !== null ? pickFields(body, picks) : body, status: answer.status };
}

// A record that a PUT was about to make may have come into being meanwhile: then it is changed.
async function handle(
  engine: Engine,
  route: Route,
  { item, request }: { item: BatchItem; request: RequestContext },
): Promise<Answer | undefined> {
  try {
    return await route.handle(request);
  } catch (error) {
    if (item.method !== 'PUT' || request.method !== 'POST' || !isTaken(error)) throw error;
    const { route: other, method, params } = await findCall(engine, item);
    if (method !== 'PATCH') throw error;
    return other.handle({ ...request, method, params });
  }
}

// Another of its unique values may be met first.
function isTaken(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.data.id !== undefined || Object.values(error.data).some(({ code }) => code === notUnique.code);
}

// As strict as the reference's reader of addresses: no control characters, no broken escapes, no semicolon between parameters.
function isUrl(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return !/[\u0000-\u001f\u007f]|%(?![\da-f]{2})|\?.*;/i.test(url);
}

function readPicks(fields = ''): FieldPick | undefined {
  if (fields.trim() === '') return undefined;
  try {
    return parseFields(fields);
  } catch {
    // What is wrong with it is told in other words than alone.
    throw badRequest();
  }
}

/** The parts of a call's address, `''` for what it has not. */
export function addressOf(url: string): { collection: string; id: string; query: string } {
  const { collection = '', id = '', query = '' } = (one.exec(url) ?? all.exec(url))?.groups ?? {};
  return { collection, id, query };
}

async function findCall(engine: Engine, item: BatchItem): Promise<Call> {
  const { collection, id, query } = addressOf(item.url);
  if (collection !== '') {
    if (id === '' && item.method === 'POST') {
      return { route: createRecordRoute(engine), method: 'POST', params: { collection }, query };
    }
    if (id === '' && item.method === 'PUT') return findUpsert(engine, item, { collection, query });
    const params = { collection, id };
    if (id !== '' && item.method === 'PATCH')
      return { route: updateRecordRoute(engine), method: 'PATCH', params, query };
    if (id !== '' && item.method === 'DELETE')
      return { route: deleteRecordRoute(engine), method: 'DELETE', params, query };
  }
  throw badRequest();
}

/** The id of the record that a PUT changes or makes; `''` when it names none. */
export function idToPut({ body }: BatchItem): string {
  const sent = body.fields.id;
  return typeof sent === 'string' || typeof sent === 'number' ? String(sent) : '';
}

async function findUpsert(
  engine: Engine,
  item: BatchItem,
  { collection, query }: { collection: string; query: string },
): Promise<Call> {
  const id = idToPut(item);
  const found = engine.collections.find(collection);
  const isThere = id !== '' && found !== undefined && (await findRow(engine.db, found, id)) !== undefined;
  return isThere
    ? { route: updateRecordRoute(engine), method: 'PATCH', params: { collection, id }, query }
    : { route: createRecordRoute(engine), method: 'POST', params: { collection }, query };
}

function firstValues(query: string): Record<string, string> {
  const first: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) first[name] ??= value;
  return first;
}

/** Who asks is settled for the whole batch: a call's own Authorization counts for nothing. */
function snakeCased(headers: Record<string, string>): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase().replaceAll('-', '_'), value]);
  return Object.fromEntries(named.filter(([name]) => name !== 'authorization'));
}

/** A failure that says which call of the batch failed. */
export class FailedItem extends Error {
  readonly index: number;
  readonly refusal: ApiError;

  constructor(index: number, refusal: ApiError) {
    super('A call of a batch was refused.', { cause: refusal });
    this.index = index;
    this.refusal = refusal;
  }
}

/** Carries out the calls one after the other. The first that is refused ends the batch with a `FailedItem`. */
export async function runItems(
  items: readonly BatchItem[],
  run: (item: BatchItem) => Promise<BatchResult>,
): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  for (const [index, item] of items.entries()) {
    try {
      results.push(await run(item));
    } catch (error) {
      if (error instanceof ApiError) throw new FailedItem(index, error);
      throw error;
    }
  }
  return results;
}
