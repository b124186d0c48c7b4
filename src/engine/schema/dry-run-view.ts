import type { Collection, Field } from '../collections/collection.ts';
import { recordFromRow } from '../collections/record-row.ts';
import type { Row, Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { required } from '../fields/field-errors.ts';
import { readTexts } from '../forms/read-form.ts';
import { badRequest } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import { idAlphabet } from '../random.ts';
import { newCollection } from './new-collection.ts';
import { findWrongIds, readViewFields, sampleView } from './sync-view.ts';
import { tooLong } from './validation-errors.ts';

const refusal = 'An error occurred while validating the submitted data.';
const maxLength = 5000;

/** POST /api/collections/meta/dry-run-view {query} (wire contract, section 13): the fields that a view would have, and up to ten rows of it. */
export function dryRunViewRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/meta/dry-run-view',
    async handle(request) {
      requireSuperuser(request);
      const { query } = await readTexts(request, ['query']);
      if (query === '') throw badRequest(refusal, { query: required });
      if ([...query].length > maxLength) throw badRequest(refusal, { query: tooLong(maxLength) });
      return { status: 200, body: await tryView(engine, query) };
    },
  };
}

type Trial = { fields: Field[]; sample: Row[] };

async function tryView(engine: Engine, query: string): Promise<Trial> {
  const all = engine.collections.all();
  return engine.db.transaction(async (tx) => {
    const trial: { result?: Trial } = {};
    const undo = new Error('A view was tried.');
    // What the view's reader was let read for it is taken back.
    const tried = tx.savepoint(async () => {
      trial.result = await readSample(engine, { tx, query, all });
      throw undo;
    });
    await tried.catch((error: unknown) => {
      if (error !== undo) throw error instanceof Error ? refused(error.message) : error;
    });
    if (!trial.result) throw refused('');
    return trial.result;
  });
}

type Question = { tx: Transaction; query: string; all: readonly Collection[] };

async function readSample(engine: Engine, { tx, query, all }: Question): Promise<Trial> {
  const reading = await readViewFields(tx, query, all);
  const { fields, error } = reading;
  if (error) throw new Error(error.message.replace(/^Invalid query - /, '').replace(/\.$/, ''));
  const rows = await sampleView(tx, { reading, all });
  const wrongIds = findWrongIds(rows);
  if (wrongIds) throw new Error(wrongIds);
  const view = { ...newCollection('view', `temp_view_${engine.random.text(5, idAlphabet)}`), fields };
  const about = { collectionId: view.id, collectionName: view.name };
  return { fields, sample: rows.map((row) => ({ ...recordFromRow(view, row), ...about })) };
}

function refused(reason: string) {
  return badRequest(`Invalid view query. Raw error: \n${reason}`);
}
