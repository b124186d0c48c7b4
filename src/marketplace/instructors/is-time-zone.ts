/** True for an IANA zone that this server can compute with; offsets such as `+08:00` are not zones. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // The only thing the constructor refuses here is the zone.
    return false;
  }
}
