/** Whether a text can be dialled. Whose number it is, nobody can tell from it. */
export function isPhoneNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return /^\+?[\d\s().-]+$/.test(text) && digits >= 8 && digits <= 15;
}
