/** A number in decimal digits without an exponent, as few as tell it from all others (Go's `FormatFloat` with `f`). */
export function plainNumber(number: number): string {
  if (Object.is(number, -0)) return '-0';
  const [mantissa = '', exponent] = String(number).split('e');
  if (exponent === undefined) return mantissa;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}
