import { isMultiple } from '../collections/collection.ts';
import { idsOf, looseRelations } from './named-records.ts';
import type { RecordEvent } from './record-hooks.ts';

/** The values of a stored record that a change of it was worked out from: with others by now it has to be worked out again. */
export function valuesStartedFrom(event: RecordEvent): Record<string, unknown> {
  return { ...startingValues(event), ...decidedStates(event), ...changedLists(event) };
}

/** Whether two values of a field are the same. */
export function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

// The stored values that modifiers in the body started from.
function startingValues({ collection, body, original }: RecordEvent): Record<string, unknown> {
  const keys = [...Object.keys(body.fields), ...Object.keys(body.files)];
  const names = new Set(keys.filter((key) => /^\+|[+-]$/.test(key)).map((key) => key.replace(/^\+|[+-]$/g, '')));
  const fields = collection.fields.filter(({ name }) => names.has(name));
  return Object.fromEntries(fields.map(({ name }) => [name, original?.[name]]));
}

// Whether somebody may decide something of a record was judged by the state that it was in: in another one by now it is judged anew.
function decidedStates({ collection, record, original, auth, system }: RecordEvent): Record<string, unknown> {
  if (system || auth?.isSuperuser) return {};
  const decided = collection.fields.filter((field) => field.decided);
  if (decided.every(({ name }) => same(record[name], original?.[name]))) return {};
  const states = decided.filter((field) => field.type === 'select' && !isMultiple(field));
  // What was never set may be nothing at all in the table.
  return Object.fromEntries(states.flatMap(({ name }) => (original?.[name] ? [[name, original[name]] as const] : [])));
}

// What a relation goes on naming is not held: whoever deletes it takes it out of the stored list, which must not be written over then.
function changedLists({ collection, record, original }: RecordEvent): Record<string, unknown> {
  const changed = looseRelations(collection).filter(({ name }) => {
    const before = idsOf(original?.[name]);
    return !same(record[name], original?.[name]) && idsOf(record[name]).some((id) => before.includes(id));
  });
  return Object.fromEntries(changed.map(({ name }) => [name, original?.[name]]));
}
