import pg from 'pg';
import { withoutSecrets } from './without-secrets.ts';

/** Why a call failed, for the operator's log. */
type Cause = {
  name: string;
  message: string;
  /** PostgreSQL's SQLSTATE, or a code of Node's. */
  code?: string;
  /** Where it came from, a place a line. */
  stack: string[];
};

const maxMessage = 500;
const maxLines = 8;
/**
 * SQLSTATEs whose messages name no more than tables, columns, functions and states of the server: those of connections, transactions, locks, resources,
 * operators and the server's own faults, and of names that are not known. Others repeat values, or the statement.
 */
const saysNames = /^(?:08|40|53|55|57|58|XX|42P01|42703|42883|42501)/;
/** What the language says of a text that it cannot read or a value out of its range, which it repeats. */
const saysTexts = new Set(['SyntaxError', 'RangeError', 'URIError']);

/** What an error says of itself without what was sent or stored; undefined when it is none. */
export function describeCause(error: unknown): Cause | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error instanceof pg.DatabaseError ? 'DatabaseError' : error.name,
    message: messageOf(error),
    ...(typeof code === 'string' ? { code } : {}),
    stack: places.slice(0, maxLines).map((line) => line.trim()),
  };
}

function messageOf(error: Error): string {
  const isOfDatabase = error instanceof pg.DatabaseError;
  const isHarmless = isOfDatabase ? saysNames.test(error.code ?? '') : !saysTexts.has(error.name);
  if (isHarmless) return withoutSecrets(error.message).slice(0, maxMessage);
  if (!isOfDatabase) return '';
  const { table, column, constraint } = error;
  const where = Object.entries({ table, column, constraint }).filter(([, name]) => name !== undefined);
  return where.map(([kind, name]) => `${kind} ${name}`).join(', ');
}
