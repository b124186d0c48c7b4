import { escapeIdentifier } from 'pg';
import type { BinaryExpr, CaseExpr, CastExpr, Expr, LikeExpr } from 'sqlite3-parser';
import { extractJson } from './extract-json.ts';
import { findColumn, findSource } from './name-scope.ts';
import { alike, asAmount, asCondition, asText, comparable, type Piece, textPiece } from './piece.ts';
import { translateCall } from './translate-call.ts';
import { type Place, refuse, type Translating } from './translating.ts';

/** An expression of SQLite's in PostgreSQL's words. Throws Untranslatable for what has none. */
export function translateExpression(t: Translating, node: Expr, place: Place): Piece {
  const { groupedBy } = place.scope;
  if (groupedBy) {
    const plain = plainOf(t, node, place);
    if (groupedBy.has(plain.sql)) return plain;
  }
  return literalOf(t, node) ?? nameOf(t, node, place) ?? operationOf(t, node, place);
}

/** The expression as if rows were not grouped. */
export function plainOf(t: Translating, node: Expr, place: Place): Piece {
  const known = t.plain.get(node);
  if (known) return known;
  const piece = translateExpression(t, node, { ...place, scope: { ...place.scope, groupedBy: undefined } });
  t.plain.set(node, piece);
  return piece;
}

const timeFormats = {
  CurrentDateLiteral: 'YYYY-MM-DD',
  CurrentTimeLiteral: 'HH24:MI:SS',
  CurrentTimestampLiteral: 'YYYY-MM-DD HH24:MI:SS',
};

function literalOf({ query }: Translating, node: Expr): Piece | undefined {
  switch (node.type) {
    case 'NumericLiteral':
      return {
        sql: query.slice(node.span.offset, node.span.offset + node.span.length),
        kind: 'number',
        literal: node.value,
      };
    case 'StringLiteral':
      return textPiece(node.value);
    case 'NullLiteral':
      return { sql: 'null', kind: 'any' };
    case 'KeywordLiteral':
      return { sql: node.value.toLowerCase(), kind: /^(?:true|false)$/i.test(node.value) ? 'bool' : 'any' };
    case 'CurrentDateLiteral':
    case 'CurrentTimeLiteral':
    case 'CurrentTimestampLiteral':
      return { sql: `to_char(now() at time zone 'UTC', '${timeFormats[node.type]}')`, kind: 'text' };
    default:
      return undefined;
  }
}

function nameOf(t: Translating, node: Expr, place: Place): Piece | undefined {
  if (node.type === 'QualifiedExpr') {
    const [table, name] = [node.table.text, node.column.text];
    const source = findSource(place.scope, table);
    return (
      findColumn(place.scope, { table, name }) ?? {
        sql: `${escapeIdentifier(source?.alias ?? table)}.${escapeIdentifier(name)}`,
        kind: 'any',
      }
    );
  }
  if (node.type !== 'Id' && node.type !== 'NameExpr') return undefined;
  const name = node.type === 'Id' ? node.name : node.name.text;
  const found = findColumn(place.scope, { name });
  if (found) return found;
  const output = place.scope.outputs.get(name.toLowerCase());
  if (output) return translateExpression(t, output, { ...place, scope: { ...place.scope, outputs: new Map() } });
  const source = findSource(place.scope, name);
  if (source) return { sql: escapeIdentifier(source.alias), kind: 'any' };
  const quote = t.query[node.span.offset];
  if (/^(?:true|false)$/i.test(name) && quote !== '"') return { sql: name.toLowerCase(), kind: 'bool' };
  // SQLite reads what is in double quotes and no name as a text.
  if (quote === '"') return textPiece(name);
  return { sql: /^[`[]/.test(quote ?? '') ? escapeIdentifier(name) : name, kind: 'any' };
}

function operationOf(t: Translating, node: Expr, place: Place): Piece {
  const of = (expr: Expr) => t.expression(expr, place);
  const not = 'not' in node && node.not ? 'not ' : '';
  switch (node.type) {
    case 'BinaryExpr':
      return binary(t, node, place);
    case 'UnaryExpr':
      if (node.op === 'Not') return { sql: `(not ${asCondition(of(node.expr))})`, kind: 'bool' };
      return unary(of(node.expr), node.op);
    case 'ParenthesizedExpr': {
      const inner = node.exprs.map(of);
      return { ...inner[0], sql: `(${inner.map(({ sql }) => sql).join(', ')})`, kind: inner[0]?.kind ?? 'any' };
    }
    case 'IsNullExpr':
    case 'NotNullExpr':
      return { sql: `(${of(node.expr).sql} is ${node.type === 'NotNullExpr' ? 'not ' : ''}null)`, kind: 'bool' };
    case 'BetweenExpr': {
      const value = of(node.lhs);
      const [low, high] = [comparable(value, of(node.start)), comparable(value, of(node.end))];
      return { sql: `(${not}(${low[0]} >= ${low[1]} and ${high[0]} <= ${high[1]}))`, kind: 'bool' };
    }
    case 'CaseExpr':
      return caseOf(t, node, place);
    case 'CastExpr':
      return cast(t, node, place);
    case 'CollateExpr': {
      const inner = of(node.expr);
      return node.collation.toLowerCase() === 'nocase' ? { sql: `lower(${asText(inner)})`, kind: 'text' } : inner;
    }
    case 'LikeExpr':
      return like(t, node, place);
    case 'InListExpr': {
      const value = of(node.lhs);
      const items = node.rhs ?? [];
      t.bound(items.length * value.sql.length);
      const tests = items.map((item) => comparable(value, of(item)).join(' = '));
      return { sql: `(${not}(${tests.join(' or ') || 'false'}))`, kind: 'bool' };
    }
    case 'InSelectExpr':
      return { sql: `(${of(node.lhs).sql} ${not}in (${t.select(node.rhs, place).sql}))`, kind: 'bool' };
    case 'ExistsExpr':
      return { sql: `exists (${t.select(node.select, place).sql})`, kind: 'bool' };
    case 'SubqueryExpr': {
      const { sql, columns } = t.select(node.select, place);
      return { sql: `(${sql})`, kind: [...(columns?.values() ?? [])][0]?.kind ?? 'any' };
    }
    case 'FunctionCallExpr':
    case 'FunctionCallStarExpr':
      return translateCall(t, node, place);
    default:
      return refuse(t, node, 'cannot be said here');
  }
}

function unary(piece: Piece, op: 'BitwiseNot' | 'Negative' | 'Positive'): Piece {
  const sign = { BitwiseNot: '~', Negative: '-', Positive: '+' }[op];
  const sql = op === 'BitwiseNot' ? `(${asAmount(piece)})::bigint` : asAmount(piece);
  return {
    sql: `(${sign}${sql})`,
    kind: piece.kind === 'any' ? 'any' : 'number',
    ...(piece.literal && { literal: `${sign}${piece.literal}` }),
  };
}

const comparisons: Partial<Record<BinaryExpr['op'], string>> = {
  Equals: '=',
  NotEquals: '<>',
  Less: '<',
  LessEquals: '<=',
  Greater: '>',
  GreaterEquals: '>=',
  Is: 'is not distinct from',
  IsNot: 'is distinct from',
};
const arithmetics: Partial<Record<BinaryExpr['op'], string>> = { Add: '+', Subtract: '-', Multiply: '*' };
const bits: Partial<Record<BinaryExpr['op'], string>> = {
  BitwiseAnd: '&',
  BitwiseOr: '|',
  LeftShift: '<<',
  RightShift: '>>',
};

function binary(t: Translating, node: BinaryExpr, place: Place): Piece {
  const [left, right] = [t.expression(node.left, place), t.expression(node.right, place)];
  const { op } = node;
  const compared = comparisons[op];
  if (compared) return { sql: `(${comparable(left, right).join(` ${compared} `)})`, kind: 'bool' };
  if (op === 'And' || op === 'Or') {
    return { sql: `(${asCondition(left)} ${op.toLowerCase()} ${asCondition(right)})`, kind: 'bool' };
  }
  if (op === 'Concat') return { sql: `(${asText(left)} || ${asText(right)})`, kind: 'text' };
  if (op === 'ArrowRight' || op === 'ArrowRightShift') {
    const found = extractJson(t, node, { from: left, path: right });
    return op === 'ArrowRight' ? found : { sql: asText(found), kind: 'text' };
  }
  const [one, other] = [asAmount(left), asAmount(right)];
  const kind = left.kind === 'any' || right.kind === 'any' ? 'any' : 'number';
  const bit = bits[op];
  if (bit) return { sql: `((${one})::bigint ${bit} (${other})::integer)`, kind };
  // What is divided by nothing is nothing, and no error.
  if (op === 'Divide') return { sql: `(${one} / nullif(${other}, 0))`, kind };
  if (op === 'Modulus') return { sql: `mod((${one})::numeric, nullif((${other})::numeric, 0))`, kind };
  return { sql: `(${one} ${arithmetics[op] ?? op} ${other})`, kind };
}

function caseOf(t: Translating, node: CaseExpr, place: Place): Piece {
  const of = (expr: Expr) => t.expression(expr, place);
  const base = node.base ? of(node.base) : undefined;
  t.bound(node.whenThenPairs.length * (base?.sql.length ?? 0));
  const tests = node.whenThenPairs.map(({ when }) =>
    base ? `(${comparable(base, of(when)).join(' = ')})` : asCondition(of(when)),
  );
  const ends = [...node.whenThenPairs.map(({ then }) => of(then)), ...(node.elseExpr ? [of(node.elseExpr)] : [])];
  const results = alike(ends);
  const whens = tests.map((test, index) => `when ${test} then ${results[index]?.sql}`);
  const rest = node.elseExpr ? ` else ${results.at(-1)?.sql}` : '';
  return {
    sql: `(case ${whens.join(' ')}${rest} end)`,
    kind: results.find(({ kind }) => kind !== 'any')?.kind ?? 'any',
  };
}

function cast(t: Translating, { expr, typeName }: CastExpr, place: Place): Piece {
  const piece = t.expression(expr, place);
  const name = typeName?.name.toLowerCase() ?? '';
  // By its name, as SQLite tells what a type is good for.
  if (/^(?:int|integer|bigint|smallint|tinyint|mediumint|int2|int8)$/.test(name)) {
    return { sql: wholeOf(piece), kind: 'number' };
  }
  if (/^(?:real|double|double precision|float)$/.test(name)) {
    return { sql: `(${asAmount(piece)})::double precision`, kind: 'number' };
  }
  if (/^(?:numeric|decimal)$/.test(name)) return { sql: `(${asAmount(piece)})::numeric`, kind: 'number' };
  if (/^(?:text|varchar|char)$/.test(name)) return { sql: `(${asText(piece)})::text`, kind: 'text' };
  // A truth by name alone: it stays the number that it is, and a field of that type is true where it is 1.
  if (/^bool(?:ean)?$/.test(name) && piece.kind !== 'bool') return { sql: `(${asAmount(piece)})`, kind: 'number' };
  if (/^bool(?:ean)?$/.test(name)) return piece;
  if (!typeName) return piece;
  const written = t.query.slice(typeName.span.offset, typeName.span.offset + typeName.span.length);
  return { sql: `cast(${piece.sql} as ${written})`, kind: 'any' };
}

// Of a text the digits before any other character, an exponent's too; what is too large is the last that there is.
function wholeOf(piece: Piece): string {
  const isNumeric = piece.kind === 'number' || piece.kind === 'bool' || piece.kind === 'any';
  const amount = isNumeric ? asAmount(piece) : `number_at_start(split_part(lower(${asText(piece)}), 'e', 1))`;
  return `least(greatest(trunc((${amount})::numeric), -9223372036854775808), 9223372036854775807)::bigint`;
}

function like(t: Translating, node: LikeExpr, place: Place): Piece {
  if (node.op !== 'Like') return refuse(t, node, 'cannot be said here: use LIKE');
  const [left, right] = [t.expression(node.lhs, place), t.expression(node.rhs, place)];
  const escaped = node.escape ? t.expression(node.escape, place).sql : "''";
  return { sql: `(${asText(left)} ${node.not ? 'not ' : ''}ilike ${asText(right)} escape ${escaped})`, kind: 'bool' };
}
