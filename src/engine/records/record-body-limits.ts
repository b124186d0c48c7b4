import type { Collection, Field } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { compileRule } from '../filters/compile-rule.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import type { Sender } from '../http/body-limits.ts';
import type { Route } from '../http/route.ts';

const mebibyte = 1024 * 1024;
/** In characters, which take four bytes at most. */
const longText = 5000;
const bytesOfCharacter = 4;

/**
 * What the body of a record of the collection in a path may have (wire contract, section 22): what any body may, and what its files, texts and
 * JSON may have, if the sender could give them at all. Only of a superuser's JSON are the files a part, too. Without such a collection there is no
 * limit: the call says that it is missing, and reads nothing.
 */
export function recordBodyLimits(
  engine: Engine,
  ruleName: 'createRule' | 'updateRule',
): NonNullable<Route['bodyLimits']> {
  return (usual, { params, sender }) => {
    const collection = engine.collections.find(params.collection ?? '');
    if (!collection) return { ...usual, bytes: Number.POSITIVE_INFINITY, textBytes: Number.POSITIVE_INFINITY };
    const fields = fieldsFrom(engine, collection, { sender, ruleName });
    const texts = sumOf(fields, sizeOfText);
    const bytes = usual.bytes + texts + sumOf(fields, sizeOfFiles);
    return { ...usual, bytes, textBytes: sender === 'superuser' ? bytes : usual.textBytes + texts };
  };
}

type From = { sender: Sender; ruleName: 'createRule' | 'updateRule' };

/** The fields that such a sender may give: nobody makes the server hold the files of a record that they can't write. */
function fieldsFrom(engine: Engine, collection: Collection, { sender, ruleName }: From): readonly Field[] {
  if (sender === 'superuser') return collection.fields;
  const rule = collection[ruleName];
  if (rule === null || (sender === 'guest' && isClosedToGuests(engine, collection, rule))) return [];
  return collection.fields.filter(({ decided }) => decided === undefined || decided.by !== null || decided.onlyLater);
}

const guest: RuleRequest = { context: 'default', method: '', auth: null, query: {}, headers: {}, body: {} };

// What else of a request a rule asks about is not known yet, so only one that asks who it is can be judged.
function isClosedToGuests(engine: Engine, collection: Collection, rule: string): boolean {
  const asksMore = /@request\.(?!auth\b)/.test(rule);
  return !asksMore && compileRule(engine, { collection, rule, request: guest }) === false;
}

function sumOf(fields: readonly Field[], sizeOf: (field: Field) => number): number {
  return fields.reduce((sum, field) => sum + sizeOf(field), 0);
}

function sizeOfText(field: Field): number {
  if (field.type === 'editor') return field.maxSize || 5 * mebibyte;
  // Those of the usual length have room in any body.
  if (field.type === 'text' && field.max > longText) return field.max * bytesOfCharacter;
  return field.type === 'json' ? field.maxSize || mebibyte : 0;
}

function sizeOfFiles(field: Field): number {
  return field.type === 'file' ? (field.maxSize || 5 * mebibyte) * Math.max(field.maxSelect, 1) : 0;
}
