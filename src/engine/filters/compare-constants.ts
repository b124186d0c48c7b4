import { likePattern, matchesLike } from './match-like.ts';
import { type Constant, constantNumber, constantText, type Known, patternText } from './values.ts';

/** Compares two constants as the database would, so that rules about the request alone cost no query. */
export function compareConstants(left: Known, operator: string, right: Known): boolean {
  if (operator === '~' || operator === '!~') {
    return matchesLike(constantText(left.value), patternOf(right)) === (operator === '~');
  }
  const isBoth = left.column !== undefined && right.column !== undefined;
  // Two fields are equal only where they are of one kind.
  const isAsTheyAre = isBoth && (operator === '=' || operator === '!=');
  const order = isAsTheyAre ? orderOf(left.value, right.value) : orderOf(beside(left, right), beside(right, left));
  switch (operator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '<':
      return order < 0;
    default:
      return order <= 0;
  }
}

/** What is looked for, as a pattern: of a field of the caller's as it is, of a truth that was sent its word. */
export function patternOf({ value, column, isSent }: Known): string {
  if (column === 'text') return `%${constantText(value)}%`;
  return likePattern(isSent && typeof value === 'boolean' ? String(value) : patternText(value));
}

/** Whether a value is true to SQLite: a text by the number that it begins with. */
export function isTrue(value: Constant): boolean {
  return typeof value === 'string' ? Number.parseFloat(value) !== 0 && /^\s*[+-]?\.?\d/.test(value) : Boolean(value);
}

function beside({ value, column }: Known, other: Known): Constant {
  if (other.column === 'number' && typeof value === 'string') return constantNumber(value) ?? value;
  const isText = other.column === 'text' && column === undefined && value !== null;
  return isText ? constantText(value) : value;
}

function orderOf(left: Constant, right: Constant): number {
  const isLeftNumber = typeof left === 'number' || typeof left === 'boolean';
  const isRightNumber = typeof right === 'number' || typeof right === 'boolean';
  if (isLeftNumber && isRightNumber) return (constantNumber(left) ?? 0) - (constantNumber(right) ?? 0);
  // Numbers come before every text.
  if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 1;
  const [a, b] = [constantText(left), constantText(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}
