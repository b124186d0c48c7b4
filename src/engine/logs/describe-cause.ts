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
/** SQLSTATE classes whose messages repeat values: of data, of constraints, and what functions raise. */
const saysValues = /^(?:2[0-9]|P0)/;

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
  if (!(error instanceof pg.DatabaseError) || !saysValues.test(error.code ?? ''))
    return withoutSecrets(error.message).slice(0, maxMessage);
  const { table, column, constraint } = error;
  const where = Object.entries({ table, column, constraint }).filter(([, name]) => name !== undefined);
  return where.map(([kind, name]) => `${kind} ${name}`).join(', ');
}
