const demoDomain = '@kerbside.example';

/** True for the mail address of a demo account; `.example` is reserved, so nobody can receive mail there (RFC 2606). */
export function isDemoAddress(email: string): boolean {
  return email.toLowerCase().endsWith(demoDomain);
}

/** The mail address of a demo person. */
export function demoAddress(name: string): string {
  return `${name}${demoDomain}`;
}
