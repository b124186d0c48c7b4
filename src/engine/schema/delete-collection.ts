import { escapeIdentifier } from 'pg';
import type { Collection } from '../collections/collection.ts';
import { deleteCollection as deleteDescription } from '../collections/collection-store.ts';
import { databaseErrorCode, type Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { ApiError, badRequest, notFound } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import { changeCollections } from './change-collections.ts';

const refusal = 'Failed to delete collection.';
/** SQLSTATE of a drop that others stand in the way of: views read the table. */
const dependents = '2BP01';

/** DELETE /api/collections/:collection (wire contract, section 13): 204. */
export function deleteCollectionRoute(engine: Engine): Route {
  return {
    method: 'DELETE',
    path: '/api/collections/:collection',
    async handle(request) {
      requireSuperuser(request);
      const collection = engine.collections.find(request.params.collection ?? '');
      if (!collection) throw notFound();
      await deleteCollection(engine, collection.id);
      return { status: 204 };
    },
  };
}

/** Deletes a collection with its records and files. Throws 400 when others point at it or it is the system's or described in code. */
export async function deleteCollection(engine: Engine, id: string): Promise<void> {
  await changeCollections(engine, refusal, async (tx, all) => {
    const collection = all.find((other) => other.id === id);
    if (!collection) throw notFound();
    if (collection.system || collection.managed) throw badRequest(refusal);
    const names = referencesTo(collection, all);
    if (names.length > 0) {
      throw badRequest(`Failed to delete collection probably due to existing reference in ${names.join(', ')}.`);
    }
    await dropCollection(tx, collection).catch((error: unknown) => {
      throw databaseErrorCode(error) === dependents ? new ApiError(400, refusal, {}, { cause: error }) : error;
    });
  });
  await engine.files.deletePrefix(`${id}/`);
}

function referencesTo(target: Collection, all: readonly Collection[]): string[] {
  return all
    .filter(({ id }) => id !== target.id)
    .filter(({ fields }) => fields.some((field) => field.type === 'relation' && field.collectionId === target.id))
    .map(({ name }) => name);
}

/** Drops the table or view of a collection, what accounts of it left behind, and its description. */
export async function dropCollection(tx: Transaction, { id, name, type }: Collection): Promise<void> {
  await tx.query(`drop ${type === 'view' ? 'view' : 'table'} ${escapeIdentifier(name)}`);
  if (type === 'auth') {
    for (const table of ['_otps', '_mfas', '"_externalAuths"', '"_authOrigins"', '_sessions']) {
      await tx.query(`delete from ${table} where "collectionRef" = $1`, [id]);
    }
  }
  await deleteDescription(tx, id);
}
