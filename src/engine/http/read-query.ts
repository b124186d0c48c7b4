import { unescape as decodePercent } from 'node:querystring';

/** Whether a part of a query or a form says something at all: no `%` without two digits after it, no semicolon. */
export function isWellEncoded(text: string): boolean {
  return !text.includes(';') && !/%(?![0-9a-f]{2})/i.test(text);
}

/** The first value of each name in a query text; pairs that are not encoded well are left out, as in the reference. */
export function readQuery(text: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  if (text === '') return query;
  for (const pair of text.split('&')) {
    if (pair === '' || !isWellEncoded(pair)) continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
    query[name] ??= equals < 0 ? '' : decoded(pair.slice(equals + 1));
  }
  return query;
}

function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decodePercent(spaced) : spaced;
}
