import { sql } from 'kysely';
import { defineCollection } from '../collections/define-collection.ts';
import type { Row } from '../database/database.ts';
import { wireDate } from '../wire-date.ts';

/** The columns of the log as fields, so that the filter of records serves it too. */
export const describedLogs = defineCollection({
  name: '_logs',
  type: 'base',
  fields: {
    created: { type: 'date' },
    level: { type: 'number' },
    message: { type: 'text' },
    data: { type: 'json' },
  },
  rules: { list: null, view: null, create: null, update: null, delete: null },
});

export const logRows = sql`_logs`;

/** A row of the log as the wire has it (wire contract, section 17). */
export function presentLog({ id, created, data, message, level }: Row) {
  return { id, created: created instanceof Date ? wireDate(created.getTime()) : '', data, message, level };
}
