/**
 * A form text as the value it stands for (wire contract, section 1): `true` and `false`, a number whose shortest form is the same
 * text, else the text itself.
 */
export function inferValue(text: string): unknown {
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) {
    const number = Number(text);
    if (String(number) === text) return number;
  }
  return text;
}
