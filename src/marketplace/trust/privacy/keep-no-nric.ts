import type { Collection, Field } from '#engine/collections/collection.ts';
import type { Engine } from '#engine/engine.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { hideNric } from '#rules/privacy/hide-nric.ts';

/** Where people write in words of their own; a field with a form of its own has no room for a number of an NRIC. */
const takesWords = (field: Field) =>
  !field.hidden && ((field.type === 'text' && field.pattern === '') || field.type === 'json');

/**
 * The number of an NRIC or FIN is kept in no text that anybody writes, whoever writes it and about whom: profiles, notes, messages, requests,
 * what was checked (docs/rules.md, a11). Only what was sent is looked through: what stood there before stays as it is. It comes before the hooks of the
 * features, which then see what is kept.
 */
export function keepNoNric(engine: Engine, collections: readonly Pick<Collection, 'name'>[]): void {
  const hide = async ({ collection, record, sent }: RecordEvent) => {
    for (const { name } of collection.fields.filter(takesWords)) {
      if (sent.has(name)) record[name] = withoutNric(record[name]);
    }
  };
  for (const { name } of collections) engine.hooks.on(name, { beforeCreate: hide, beforeUpdate: hide });
}

/** The same value with every text in it looked through; the value itself where nothing is hidden. */
function withoutNric(value: unknown): unknown {
  if (typeof value === 'string') return hideNric(value);
  if (Array.isArray(value)) return value.map(withoutNric);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutNric(part)]));
}
