import { escapeLiteral } from 'pg';
import type { Kind } from './name-scope.ts';

/** A part of a statement in PostgreSQL's words. `literal` is the value of one that was written out. */
export type Piece = { sql: string; kind: Kind; literal?: string };

/** A text of the query as a text of the database. */
export function textPiece(value: string): Piece {
  return { sql: escapeLiteral(value), kind: 'text', literal: value };
}

/** A value as SQLite's texts of it: instants as on the wire, truths as 0 and 1. */
export function asText({ sql, kind }: Piece): string {
  switch (kind) {
    case 'date':
      return `coalesce(to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS"Z"'), '')`;
    case 'bool':
      return `(${sql})::integer::text`;
    case 'json':
      return `json_text(${sql})`;
    case 'text':
      return sql;
    default:
      return `(${sql})::text`;
  }
}

/** A value as a number; what is none is nothing. */
export function asNumber(piece: Piece): string {
  const { sql, kind } = piece;
  if (kind === 'bool') return `(${sql})::integer`;
  if (kind === 'json') return `text_number(json_text(${sql}))`;
  return kind === 'text' ? `text_number(${sql})` : sql;
}

/** A value as SQLite computes with it: of a text the number that it begins with, else 0. */
export function asAmount(piece: Piece): string {
  if (piece.kind === 'text' || piece.kind === 'json' || piece.kind === 'date')
    return `number_at_start(${asText(piece)})`;
  return asNumber(piece);
}

/** A value as a condition: numbers other than 0 are true. */
export function asCondition(piece: Piece): string {
  if (piece.kind === 'bool' || piece.kind === 'any') return piece.sql;
  return piece.kind === 'date' ? `(${piece.sql} is not null)` : `(${asAmount(piece)} <> 0)`;
}

/** An instant of a value; what is none is nothing. */
export function asTime({ sql, kind, literal }: Piece): string {
  if (literal?.toLowerCase() === 'now') return 'now()';
  if (kind === 'date' || kind === 'any') return sql;
  return `text_time(${kind === 'json' ? `json_text(${sql})` : sql})`;
}

/** Two values as PostgreSQL compares them, where SQLite would. */
export function comparable(left: Piece, right: Piece): [string, string] {
  const kinds = [left.kind, right.kind];
  if (left.kind === right.kind || kinds.includes('any')) return [left.sql, right.sql];
  if (kinds.includes('bool')) return [truthOf(left, right), truthOf(right, left)];
  if (kinds.includes('number') && kinds.includes('json')) return [asNumber(left), asNumber(right)];
  const isNumeric = ({ literal }: Piece) => literal !== undefined && /^-?\d+(?:\.\d+)?$/.test(literal);
  // A number is compared with a text as a number only where the text is written out and one.
  if (kinds.includes('number') && [left, right].some((piece) => piece.kind === 'text' && isNumeric(piece))) {
    return [asNumber(left), asNumber(right)];
  }
  return [`(${asText(left)}) collate "C"`, `(${asText(right)}) collate "C"`];
}

function truthOf(piece: Piece, other: Piece): string {
  if (piece.kind !== 'bool' && (piece.literal === '0' || piece.literal === '1')) return String(piece.literal === '1');
  const isWritten = other.literal === '0' || other.literal === '1';
  return piece.kind === 'bool' && !isWritten
    ? `(${piece.sql})::integer`
    : piece.kind === 'bool'
      ? piece.sql
      : asNumber(piece);
}

/** Values of which one is taken, as one type: where they differ, all as texts. */
export function alike(pieces: readonly Piece[]): Piece[] {
  const kinds = new Set(pieces.filter(({ kind }) => kind !== 'any').map(({ kind }) => kind));
  if (kinds.size <= 1) return [...pieces];
  return pieces.map((piece) => (piece.sql === 'null' ? piece : { sql: asText(piece), kind: 'text' }));
}
