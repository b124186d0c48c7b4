/** A Singapore mobile number as providers take it, `+6581234567`, out of what a person typed; undefined for anything else. */
export function mobileNumber(typed: string): string | undefined {
  const digits = typed.replace(/[\s().-]/g, '').replace(/^(?:\+|00)65|^65(?=\d{8}$)/, '');
  return /^[89]\d{7}$/.test(digits) ? `+65${digits}` : undefined;
}
