import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { fieldError, required } from '../fields/field-errors.ts';
import { readTexts } from '../forms/read-form.ts';
import { badRequest } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import { readViewFields } from './sync-view.ts';

const refusal = 'An error occurred while validating the submitted data.';
const maxLength = 5000;
const timeLimit = '10s';

/** POST /api/collections/meta/dry-run-view {query} (wire contract, section 13): the fields that a view would have, and up to ten rows of it. */
export function dryRunViewRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/meta/dry-run-view',
    async handle(request) {
      requireSuperuser(request);
      const { query } = await readTexts(request, ['query']);
      if (query === '') throw badRequest(refusal, { query: required });
      if ([...query].length > maxLength) {
        const error = fieldError('validation_length_too_long', 'The length must be no more than {max}.', {
          max: maxLength,
          min: 0,
        });
        throw badRequest(refusal, { query: error });
      }
      return { status: 200, body: await tryView(engine, query) };
    },
  };
}

async function tryView(engine: Engine, query: string) {
  return engine.db.transaction(async (tx) => {
    await tx.query(`select set_config('statement_timeout', $1, true)`, [timeLimit]);
    const { fields, error } = await readViewFields(tx, query, engine.collections.all());
    if (error) throw badRequest(`Invalid view query. Raw error: \n${error.message}`);
    try {
      const text = query.trim().replace(/;+$/, '');
      const sample = await tx.query<Row>(`select * from (${text}) as _rows limit 10`);
      return { fields, sample };
    } catch (cause) {
      throw badRequest(`Invalid view query. Raw error: \n${cause instanceof Error ? cause.message : String(cause)}`);
    }
  });
}
