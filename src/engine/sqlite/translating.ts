import type { Expr, Select } from 'sqlite3-parser';
import type { Collection } from '../collections/collection.ts';
import type { Columns, NameScope } from './name-scope.ts';
import type { Piece } from './piece.ts';

/** Where an expression stands: the names that it may use. */
export type Place = { scope: NameScope; tables: ReadonlyMap<string, Columns> };

/** A query that is being translated, and how its parts are. */
export type Translating = {
  query: string;
  all: readonly Collection[];
  /** Expressions whose grouping was not minded, which is asked for at each level of them. */
  plain: WeakMap<Expr, Piece>;
  /** Throws Untranslatable for a part that would become so many letters: more than a query of that length can need. */
  bound: (letters: number) => void;
  expression: (node: Expr, place: Place) => Piece;
  select: (node: Select, place: Place) => { sql: string; columns: Columns | undefined };
};

/** The query says something that cannot be said here; the message names the place. */
export class Untranslatable extends Error {
  override name = 'Untranslatable';
  /** In PostgreSQL's words it may mean something. */
  mayBeOthers = true;
}

type Node = { span: { offset: number; length: number } };

/** Refuses a part of the query, in its own words and with its place. */
export function refuse({ query }: Pick<Translating, 'query'>, node: Node, why: string, mayBeOthers = true): never {
  const { offset, length } = node.span;
  const lines = query.slice(0, offset).split('\n');
  const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  const message = `${query.slice(offset, offset + Math.min(length, 60))} (${place}) ${why}`;
  throw Object.assign(new Untranslatable(message), { mayBeOthers });
}
