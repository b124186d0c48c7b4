import fc from 'fast-check';

/** Where a valid text is torn: bytes changed, left out, or put twice. */
export const tears = fc.array(fc.tuple(fc.constantFrom('set', 'cut', 'twice'), fc.nat(), fc.nat({ max: 255 })), {
  maxLength: 6,
});

/** A text torn at these places. */
export function torn(whole: Buffer, changes: readonly (readonly [string, number, number])[]): Buffer {
  return changes.reduce((text, [kind, place, value]) => {
    const at = text.length === 0 ? 0 : place % text.length;
    if (kind === 'set') return Buffer.concat([text.subarray(0, at), Buffer.from([value]), text.subarray(at + 1)]);
    const end = Math.min(text.length, at + 1 + (value % 40));
    if (kind === 'cut') return Buffer.concat([text.subarray(0, at), text.subarray(end)]);
    return Buffer.concat([text.subarray(0, end), text.subarray(at)]);
  }, whole);
}
