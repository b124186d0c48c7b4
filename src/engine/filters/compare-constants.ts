import { likePattern, matchesLike } from './match-like.ts';
import { constantNumber, constantText, patternText } from './values.ts';

type Constant = string | number | boolean | null;

/** Compares two constants as the database would, so that rules about the request alone cost no query. */
export function compareConstants(left: Constant, operator: string, right: Constant): boolean {
  if (operator === '~' || operator === '!~') {
    return matchesLike(constantText(left), likePattern(patternText(right))) === (operator === '~');
  }
  const order = orderOf(left, right);
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

function orderOf(left: Constant, right: Constant): number {
  const isLeftNumber = typeof left === 'number' || typeof left === 'boolean';
  const isRightNumber = typeof right === 'number' || typeof right === 'boolean';
  if (isLeftNumber && isRightNumber) return (constantNumber(left) ?? 0) - (constantNumber(right) ?? 0);
  // Numbers come before every text.
  if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 1;
  const [a, b] = [constantText(left), constantText(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}
