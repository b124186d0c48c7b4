/** Whether a text has the shape of an email address. Whether mails arrive there, only a mail can tell. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
