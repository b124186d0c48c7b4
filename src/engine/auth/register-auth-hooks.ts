import type { Collection } from '../collections/collection.ts';
import type { Queryable } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { fieldError, required } from '../fields/field-errors.ts';
import { badRequest, type FieldError } from '../http/api-error.ts';
import type { RecordEvent } from '../records/record-hooks.ts';
import { findRow } from '../records/record-store.ts';

const references = ['_otps', '_mfas', '_externalAuths', '_authOrigins'] as const;

/**
 * What holds for the records of system collections besides their fields (wire contract, section 12): a code, a challenge, a link or a
 * device belongs to an account that exists, and superusers are always verified.
 */
export function registerAuthHooks(engine: Engine): void {
  for (const name of references) {
    engine.hooks.on(name, {
      beforeCreate: (event) => refuseStrayReference(engine, event, 'Failed to create record.'),
      beforeUpdate: (event) => refuseStrayReference(engine, event, 'Failed to update record.'),
    });
  }
  engine.hooks.on('_superusers', { beforeCreate: keepVerified, beforeUpdate: keepVerified });
}

async function refuseStrayReference(engine: Engine, { record, db }: RecordEvent, message: string): Promise<void> {
  const collection = engine.collections.all().find(({ id }) => id === record.collectionRef);
  if (!collection?.auth) {
    const error = fieldError('validation_invalid_collection_id', 'Missing or invalid collection.');
    throw badRequest(message, { collectionRef: error });
  }
  const error = await checkAccount(db, collection, String(record.recordRef));
  if (error) throw badRequest(message, { recordRef: error });
}

async function checkAccount(db: Queryable, collection: Collection, id: string): Promise<FieldError | undefined> {
  if (id === '') return required;
  const row = await findRow(db, collection, id);
  return row ? undefined : fieldError('validation_invalid_record', 'Missing or invalid record.');
}

async function keepVerified({ record }: RecordEvent): Promise<void> {
  record.verified = true;
}
