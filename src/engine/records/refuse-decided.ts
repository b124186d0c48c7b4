import { isDeepStrictEqual } from 'node:util';
import type { Decided, Field } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { emptyValue } from '../fields/cast-value.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import type { ErrorData } from '../http/api-error.ts';
import type { RecordEvent } from './record-hooks.ts';
import type { ResolvedBody } from './resolve-body.ts';
import { satisfiesCreateRule, satisfiesRule } from './satisfies-rule.ts';

type Subject = { event: RecordEvent; resolved: ResolvedBody; request: RuleRequest };

/**
 * What a body would change that is not the caller's to decide (`decided` of a field): an error at each such field, or the value as it was where
 * that is passed over. Looks at the record with all modifiers resolved, before any hook, and so holds for every way a record is written by.
 */
export async function refuseDecided(engine: Engine, { event, resolved, request }: Subject): Promise<ErrorData> {
  const { collection, record, original, auth, system } = event;
  const errors: ErrorData = {};
  if (system || auth?.isSuperuser) return errors;
  for (const field of collection.fields) {
    const { decided, name } = field;
    if (!decided || (decided.onlyLater && !original) || stays({ event, resolved }, field, decided)) continue;
    if (await mayDecide(engine, { event, request, decided })) continue;
    if (decided.isPassedOver && !original) record[name] = emptyValue(field);
    else errors[name] = refusalOf(decided);
  }
  return errors;
}

function stays({ event, resolved }: Omit<Subject, 'request'>, field: Field, decided: Decided): boolean {
  const { record, original, auth } = event;
  const { name } = field;
  if ([resolved.uploads[name], resolved.prepended[name]].some((files) => files && files.length > 0)) return false;
  const usual = [emptyValue(field), decided.usual, decided.isCaller && auth?.id];
  return (original ? [original[name]] : usual).some((value) => isDeepStrictEqual(record[name], value));
}

async function mayDecide(
  engine: Engine,
  { event, request, decided }: { event: RecordEvent; request: RuleRequest; decided: Decided },
): Promise<boolean> {
  const { collection, record, original } = event;
  if (decided.by === null || (decided.isFinal && original)) return false;
  const subject = { collection, rule: decided.by, request };
  return original
    ? satisfiesRule(engine, { ...subject, recordId: original.id })
    : satisfiesCreateRule(engine, { ...subject, record });
}

function refusalOf({ code = 'not_allowed', message = 'This is not yours to set.' }: Decided): {
  code: string;
  message: string;
} {
  return { code, message };
}
