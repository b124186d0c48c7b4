import { badRequest } from '#engine/http/api-error.ts';
import { parseDate } from '#rules/time/local-time.ts';

/** One thing that was looked at: when, until when it holds, and what there is to say of it. */
export type Check = { kind: string; checkedOn: string; expiresOn: string; note: string };

const refusal = 'Failed to create record.';
const most = 40;

/** The checks of a verification as sent, in order; 400 at `checks` when one of them is no check. */
export function readChecks(value: unknown): Check[] {
  if (isNothing(value)) return [];
  if (!Array.isArray(value) || value.length > most) throw wrongChecks();
  return value.map(readCheck);
}

function readCheck(value: unknown): Check {
  if (typeof value !== 'object' || value === null) throw wrongChecks();
  const { kind, checkedOn, expiresOn, note } = value as Record<string, unknown>;
  const texts = [kind, checkedOn ?? '', expiresOn ?? '', note ?? ''];
  const [kindText, checked, expires, noteText] = texts.map((text) =>
    typeof text === 'string' ? text.trim() : undefined,
  );
  if (!kindText || kindText.length > 40 || noteText === undefined || noteText.length > 1000) throw wrongChecks();
  if (checked === undefined || !isDay(checked) || expires === undefined || !isDay(expires)) throw wrongChecks();
  return { kind: kindText, checkedOn: checked, expiresOn: expires, note: noteText };
}

function isDay(text: string): boolean {
  return text === '' || parseDate(text) !== undefined;
}

function wrongChecks() {
  const message = 'Must be a list of {kind, checkedOn, expiresOn, note} with dates as YYYY-MM-DD.';
  return badRequest(refusal, { checks: { code: 'validation_invalid_checks', message } });
}

/** Why a verification was refused, a text a field; 400 at `reasons` when it is something else. */
export function readReasons(value: unknown): Record<string, string> {
  if (isNothing(value)) return {};
  const entries =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;
  const isText = (text: unknown) => typeof text === 'string' && text.trim() !== '' && text.length <= 1000;
  if (!entries || entries.length > most || !entries.every(([field, text]) => field.length <= 60 && isText(text))) {
    const message = 'Must be an object with a text for each field.';
    throw badRequest(refusal, { reasons: { code: 'validation_invalid_reasons', message } });
  }
  return Object.fromEntries(entries.map(([field, text]) => [field, String(text).trim()]));
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
