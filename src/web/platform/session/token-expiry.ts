/**
 * When a session token stops being valid, in milliseconds since 1970; undefined when the token cannot be read. The signature
 * is the server's business: the client only needs to know whether asking is worthwhile.
 */
export function tokenExpiry(token: string): number | undefined {
  const exp = claimOf(token, 'exp');
  return typeof exp === 'number' ? exp * 1000 : undefined;
}

/** The session on the server that a token belongs to; undefined when it belongs to none. */
export function tokenSession(token: string): string | undefined {
  const session = claimOf(token, 'session');
  return typeof session === 'string' ? session : undefined;
}

function claimOf(token: string, name: string): unknown {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null ? Reflect.get(claims, name) : undefined;
  } catch {
    return undefined;
  }
}
