import { parseStmt } from 'sqlite3-parser';
import type { Collection } from '../collections/collection.ts';
import { translateExpression } from './translate-expression.ts';
import { translateSelect } from './translate-select.ts';
import { type Translating, Untranslatable } from './translating.ts';

/** What a part of a query becomes may be so many times as long as the query: some say a part of theirs twice or more, at each level of them. */
const timesLonger = 20;
const shortest = 20_000;

/** `placed` is the query without its order, which a column `_seq` more tells, where it has one by itself that can be told so. */
type TranslatedQuery = { sql: string; placed?: string | undefined };

/**
 * A query as SQLite reads it, in PostgreSQL's words: names in backticks, brackets or none whatever their capitals, functions and comparisons with
 * SQLite's meaning. Undefined for what is no SELECT of SQLite's. Throws Untranslatable, naming the place, for what cannot be said here.
 */
export function translateQuery(query: string, all: readonly Collection[]): TranslatedQuery | undefined {
  const parsed = parseStmt(query);
  if (parsed.status !== 'ok' || parsed.root.type !== 'SelectStmt') return undefined;
  const most = shortest + timesLonger * query.length;
  const t: Translating = {
    query,
    all,
    plain: new WeakMap(),
    bound(letters) {
      if (letters > most) throw new Untranslatable('the query says too much');
    },
    expression(node, place) {
      const piece = translateExpression(t, node, place);
      t.bound(piece.sql.length);
      return piece;
    },
    select: (node, place) => translateSelect(t, node, place),
  };
  const scope = { sources: [], outputs: new Map(), groupedBy: undefined, outer: undefined };
  try {
    return translateSelect(t, parsed.root.body, { scope, tables: new Map(), isAnswer: true });
  } catch (error) {
    if (error instanceof RangeError) throw new Untranslatable('the query has too many levels', { cause: error });
    throw error;
  }
}

/** Where SQLite's grammar ends with a query, and what it would have taken there; undefined where it takes the query. */
export function explainSyntax(query: string): string | undefined {
  const parsed = parseStmt(query);
  const error = parsed.status === 'ok' ? undefined : parsed.errors[0];
  if (!error) return undefined;
  const hints = (error.hints ?? []).map(({ message }) => message).slice(0, 1);
  return [`${error.message} (1) at line ${error.span.line}, column ${error.span.col + 1}`, ...hints].join('; ');
}
