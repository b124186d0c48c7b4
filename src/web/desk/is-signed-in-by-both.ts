import { readSession } from '../session/session.ts';

/** Whether the token of the session was got by two methods. Read here and not beside its other claims: only the staff's pages ask, and no page needs to carry it. */
export function isSignedInByBoth(): boolean {
  const [, payload = ''] = readSession()?.token.split('.') ?? [];
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).twofold === true;
  } catch {
    return false;
  }
}
