import { readSession } from '../session/session.ts';

/** By what the session was signed in to after the first method: by nothing, by the mailbox, or by a factor of its own. */
type SessionFactor = 'none' | 'mailbox' | 'own';

/** What the token of the session says of it. Read here and not beside its other claims: only the staff's pages ask, and no page needs to carry it. */
export function sessionFactor(): SessionFactor {
  const [, payload = ''] = readSession()?.token.split('.') ?? [];
  try {
    const { twofold, ownFactor } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (twofold !== true) return 'none';
    return ownFactor === true ? 'own' : 'mailbox';
  } catch {
    return 'none';
  }
}
