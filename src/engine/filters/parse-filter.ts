import { FilterError } from './filter-error.ts';
import { readTokens, type Token } from './read-tokens.ts';

export type Operand =
  | { type: 'identifier'; text: string }
  | { type: 'number'; value: number; text: string }
  | { type: 'text'; value: string }
  | { type: 'call'; name: string; args: Operand[] };

export type Comparison = { type: 'comparison'; left: Operand; operator: string; right: Operand };
/** Parts in the order they were written; `join` ties a part to the one before. AND binds before OR, as in SQL. */
export type Group = { type: 'group'; parts: Array<{ join: '&&' | '||'; node: FilterNode }> };
export type FilterNode = Comparison | Group;

const maxLength = 3500;
const maxComparisons = 200;
const maxCallDepth = 3;

type Reader = { tokens: Token[]; at: number; comparisons: number };

/** The tree of a filter (wire contract, section 8). Throws a FilterError for one that is empty, too long, or not understood. */
export function parseFilter(text: string): Group {
  if (text.length > maxLength) throw new FilterError(`A filter has at most ${maxLength} characters.`);
  const reader: Reader = { tokens: readTokens(text), at: 0, comparisons: 0 };
  if (reader.tokens.length === 0) throw new FilterError('The filter is empty.');
  const group = readGroup(reader);
  if (reader.at < reader.tokens.length) throw new FilterError('The filter goes on after its end.');
  return group;
}

function readGroup(reader: Reader): Group {
  const parts: Group['parts'] = [{ join: '&&', node: readNode(reader) }];
  for (;;) {
    const next = reader.tokens[reader.at];
    if (next?.type !== 'join') return { type: 'group', parts };
    reader.at++;
    parts.push({ join: next.text, node: readNode(reader) });
  }
}

function readNode(reader: Reader): FilterNode {
  if (reader.tokens[reader.at]?.type === 'open') {
    reader.at++;
    const group = readGroup(reader);
    expect(reader, 'close');
    return group;
  }
  if (++reader.comparisons > maxComparisons)
    throw new FilterError(`A filter has at most ${maxComparisons} comparisons.`);
  const left = readOperand(reader, 1);
  const operator = reader.tokens[reader.at++];
  if (operator?.type !== 'operator') throw new FilterError('A comparison needs an operator.');
  return { type: 'comparison', left, operator: operator.text, right: readOperand(reader, 1) };
}

function readOperand(reader: Reader, depth: number): Operand {
  const token = reader.tokens[reader.at++];
  if (token?.type === 'number' || token?.type === 'text') return token;
  if (token?.type !== 'identifier') throw new FilterError('A comparison needs a value on both sides.');
  if (reader.tokens[reader.at]?.type !== 'open') return token;
  if (depth > maxCallDepth) throw new FilterError('Functions are nested too deeply.');
  reader.at++;
  return { type: 'call', name: token.text, args: readArguments(reader, depth) };
}

function readArguments(reader: Reader, depth: number): Operand[] {
  const args: Operand[] = [];
  while (reader.tokens[reader.at]?.type !== 'close') {
    if (args.length > 0) expect(reader, 'comma');
    args.push(readOperand(reader, depth + 1));
  }
  reader.at++;
  return args;
}

function expect(reader: Reader, type: Token['type']): void {
  if (reader.tokens[reader.at++]?.type !== type) throw new FilterError('A bracket or comma is missing.');
}
