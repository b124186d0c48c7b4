import { type Collection, findField } from '#engine/collections/collection.ts';
import type { RecordValues } from '#engine/collections/record-values.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { hideContacts } from '#rules/messages/hide-contacts.ts';
import { cleanName } from '#rules/names/judge-name.ts';
import { nameRefusal } from '../../people/users/refuse-name.ts';
import { hiddenForGood, hiddenUntilConfirmed, isName } from '../../platform/rights/contacts.ts';
import { findPair } from './pairs.store.ts';

/**
 * The one door for texts: whatever a person writes passes it before it is kept, so that every way out (pages, mails, notices, files, streams) has what
 * passed. What becomes of a text is said by its field (`contacts`). It comes before the hooks of the features, which then see what is kept. Only what was
 * sent is looked at. A text that is stored whole for some (`wholeFor`) is hidden from the others where it is shown.
 */
export function keepContacts(engine: Engine, collections: readonly Collection[]): void {
  for (const collection of collections) {
    const says = (what: string) => collection.fields.filter((field) => field.contacts === what && !field.wholeFor);
    const [names, forGood, untilConfirmed] = [says(isName), says(hiddenForGood), says(hiddenUntilConfirmed)];
    if (names.length + forGood.length + untilConfirmed.length === 0) continue;
    const keep = async (event: RecordEvent) => {
      keepNames(event, names);
      hideIn(event, forGood);
      await hideUntilConfirmed(event, untilConfirmed);
    };
    engine.hooks.on(collection.name, { beforeCreate: keep, beforeUpdate: keep });
  }
}

type Named = readonly { name: string; required?: boolean }[];

const isTrusted = ({ system, auth }: RecordEvent) => system || auth?.isSuperuser === true;
const isSent = ({ sent, record, original }: RecordEvent) => {
  return ({ name }: { name: string }) => sent.has(name) && record[name] !== original?.[name];
};

/** Names that people write are refused at the field; those that come from elsewhere (the server, an import, an outside account) are cleaned. */
function keepNames(event: RecordEvent, names: Named): void {
  const { record, original } = event;
  const errors: ErrorData = {};
  for (const field of names.filter(isSent(event))) {
    const refusal = isClean(event) ? cleanedRefusal(event, field) : nameRefusal(String(record[field.name]));
    if (refusal) errors[field.name] = refusal;
  }
  const together = Object.keys(errors).length === 0 && !isTrusted(event) ? judgeTogether(event, names) : undefined;
  if (together && event.isFromOutside) record.lastName = '';
  else if (together) errors.lastName = together;
  if (Object.keys(errors).length === 0) return;
  throw badRequest(original ? 'Failed to update record.' : 'Failed to create record.', errors);
}

const isClean = (event: RecordEvent) => isTrusted(event) || event.isFromOutside === true;

/** Cleans a name; refused is only one of which nothing is left where there must be one. */
function cleanedRefusal(event: RecordEvent, { name, required }: Named[number]): ReturnType<typeof nameRefusal> {
  const { record } = event;
  const given = String(record[name]);
  record[name] = cleanName(given, { isOperators: isTrusted(event) });
  return required && record[name] === '' ? nameRefusal(given) : undefined;
}

/** Each of a first and a last name may be one by itself, and both together none. */
function judgeTogether(event: RecordEvent, names: Named): ReturnType<typeof nameRefusal> {
  const parts = names.filter(({ name }) => name === 'firstName' || name === 'lastName');
  if (!parts.some(isSent(event))) return undefined;
  return nameRefusal(parts.map(({ name }) => String(event.record[name])).join(' '));
}

function hideIn(event: RecordEvent, fields: Named): boolean {
  const { record, collection } = event;
  let isChanged = false;
  for (const { name } of fields.filter(isSent(event))) {
    const field = findField(collection, name);
    const hidden = withoutContacts(record[name], field?.type === 'text' ? field.max : 0);
    isChanged ||= hidden.isChanged;
    if (hidden.isChanged) record[name] = hidden.value;
  }
  return isChanged;
}

async function hideUntilConfirmed(event: RecordEvent, fields: Named): Promise<void> {
  if (fields.length === 0 || isTrusted(event)) return;
  const { db, collection, record, auth } = event;
  const before: Partial<RecordValues> = Object.fromEntries(fields.map(({ name }) => [name, record[name]]));
  if (!hideIn(event, fields)) return;
  const pair = await findPair(db, collection, record);
  // Of an instructor's own learner without an account nobody else reads it. Staff who are no party speak for the platform.
  const isParty = pair?.learner === auth?.id || pair?.instructorUser === auth?.id;
  const isFree = pair && (pair.hasConfirmed || pair.learner === '' || !isParty);
  if (isFree) Object.assign(record, before);
  else if (findField(collection, 'contactsHidden')) record.contactsHidden = true;
}

/** The same value with every text in it looked through; never longer than the field takes. */
function withoutContacts(value: unknown, max = 0): { value: unknown; isChanged: boolean } {
  if (typeof value === 'string') {
    const { text, isChanged } = hideContacts(value);
    return { value: max > 0 && text.length > max ? [...text].slice(0, max).join('') : text, isChanged };
  }
  if (typeof value !== 'object' || value === null) return { value, isChanged: false };
  const parts = Object.entries(value).map(([key, part]) => [key, withoutContacts(part)] as const);
  const isChanged = parts.some(([, part]) => part.isChanged);
  if (!isChanged) return { value, isChanged };
  if (Array.isArray(value)) return { value: parts.map(([, part]) => part.value), isChanged };
  return { value: Object.fromEntries(parts.map(([key, part]) => [key, part.value])), isChanged };
}
