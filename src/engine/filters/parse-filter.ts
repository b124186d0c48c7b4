import { FilterError, quoted } from './filter-error.ts';
import { type FilterPart, readTokens, type Word, wholeFilter } from './read-tokens.ts';

export type Operand =
  | { type: 'identifier'; text: string }
  | { type: 'number'; value: number; text: string }
  | { type: 'text'; value: string }
  | { type: 'call'; name: string; args: Operand[] };

export type Comparison = { type: 'comparison'; left: Operand; operator: string; right: Operand };
/** Parts in the order they were written; `join` ties a part to the one before. AND binds before OR, as in SQL. */
export type Group = { type: 'group'; parts: Array<{ join: '&&' | '||'; node: FilterNode }> };
export type FilterNode = Comparison | Group;

/** How deep brackets may stand in each other; the reference knows no limit, our stack does. */
const maxDepth = 500;

type Reading = {
  depth: number;
  parts: Group['parts'];
  join: '&&' | '||';
  left: Operand | undefined;
  operator: string;
  next: (reading: Reading, token: Word) => void;
};

/** The tree of a filter (wire contract, section 8). Throws a FilterError, in the reference's words, for one that is not understood. */
export function parseFilter(text: string): Group {
  return readGroup(wholeFilter(text), 0);
}

function readGroup(part: FilterPart, depth: number): Group {
  if (depth > maxDepth) throw new FilterError('too many nested groups');
  const reading: Reading = { depth, parts: [], join: '&&', left: undefined, operator: '', next: takeLeft };
  for (const token of readTokens(part)) {
    // Between an operand and its other side a group takes the place of both, as in the reference.
    if (token.type === 'group') addPart(reading, readGroup(token.inside, depth + 1));
    else reading.next(reading, token);
  }
  const { parts, left } = reading;
  if (reading.next === takeJoin) return { type: 'group', parts };
  const isEmpty = parts.length === 0 && !left;
  throw new FilterError(isEmpty ? 'empty filter expression' : 'invalid or incomplete filter expression');
}

function addPart(reading: Reading, node: FilterNode): void {
  reading.parts.push({ join: reading.join, node });
  reading.next = takeJoin;
}

function takeLeft(reading: Reading, token: Word): void {
  reading.left = operandOf(token, 'left operand (identifier, function, text or number)');
  reading.next = takeSign;
}

function takeSign(reading: Reading, token: Word): void {
  if (token.type !== 'sign') throw unexpected('a sign operator', token);
  reading.operator = token.literal;
  reading.next = takeRight;
}

function takeRight(reading: Reading, token: Word): void {
  const right = operandOf(token, 'right operand (identifier, function text or number)');
  const { left, operator } = reading;
  if (left) addPart(reading, { type: 'comparison', left, operator, right });
}

function takeJoin(reading: Reading, token: Word): void {
  if (token.type !== 'join') throw unexpected('&& or ||', token);
  reading.join = token.literal === '||' ? '||' : '&&';
  reading.next = takeLeft;
}

function unexpected(wanted: string, { literal, type }: Word): FilterError {
  return new FilterError(`expected ${wanted}, got ${quoted(literal)} (${type})`);
}

function operandOf(token: Word, wanted: string): Operand {
  switch (token.type) {
    case 'identifier':
      return { type: 'identifier', text: token.literal };
    case 'number':
      return { type: 'number', value: Number(token.literal), text: token.literal };
    case 'text':
      return { type: 'text', value: token.literal };
    case 'function':
      return { type: 'call', name: token.literal, args: token.args.map((argument) => operandOf(argument, wanted)) };
    default:
      throw unexpected(wanted, token);
  }
}
