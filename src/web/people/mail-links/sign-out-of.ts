import { signOut } from '../../platform/session/backend.ts';
import { readSession } from '../../platform/session/session.ts';

/** Signs this browser out when it is that account's session, which the server has ended. */
export async function signOutOf(id: string): Promise<void> {
  if (readSession()?.user.id === id) await signOut();
}
