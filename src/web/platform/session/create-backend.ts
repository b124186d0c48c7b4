import Client, { ClientResponseError, LocalAuthStore, type SendOptions } from 'pocketbase';
import { dashboardPath } from '#rules/paths/account-paths.ts';
import * as texts from '#texts/session.ts';
import { isRenewingSession, passwordPath } from './renew-session.ts';
import { sayWhenAgain } from './say-when-again.ts';
import { refreshSession, sessionStorageKey } from './session.ts';
import { tokenExpiry, tokenSession } from './token-expiry.ts';

/** The client for the records server on this site; see `loadBackend`, which everybody else calls. */
export function createBackend(): Client {
  const backend = new Client(location.origin, new LocalAuthStore(sessionStorageKey));
  backend.autoCancellation(false);
  backend.authStore.onChange(refreshSession);
  // The client's errors know no headers, so what these say goes into the errors here.
  backend.afterSend = (answer: Response, data, options?: SendOptions) => {
    if (isEnded(answer, options?.method)) {
      // Asked in a session that has ended, answered in the next one, which it says nothing about: a read asks again by itself.
      const isOfTheLast =
        (isRenewingSession() && !answer.url.endsWith(passwordPath)) ||
        (backend.authStore.isValid && !isStillMeant(options?.headers?.Authorization ?? '', backend.authStore.token));
      const response = isOfTheLast
        ? { status: 503, message: '', data: {} }
        : { status: 401, message: texts.sessionEnded, data: {} };
      throw new ClientResponseError({ url: answer.url, status: response.status, response });
    }
    if (answer.status !== 429) return data;
    return { ...data, message: sayWhenAgain(data?.message, answer.headers.get('Retry-After')) };
  };
  return backend;
}

/**
 * Whether a refusal of the token `sent` is one of the session that is there `now`: the same token, or an earlier one of the same session that has not
 * run out. A session may be renewed while a call is on its way.
 */
function isStillMeant(sent: string, now: string): boolean {
  if (sent === now) return true;
  const session = tokenSession(sent);
  return session !== undefined && session === tokenSession(now) && (tokenExpiry(sent) ?? 0) > Date.now();
}

/**
 * Whether an answer in the signed-in area was only a guest's, because the session has ended: an empty list or a refusal that would be taken for
 * the truth. What was done as a guest all the same is done, and signing in needs no session.
 */
function isEnded({ headers, ok, url }: Response, method = 'GET'): boolean {
  if (!headers.get('WWW-Authenticate')?.includes('invalid_token')) return false;
  if (!location.pathname.startsWith(dashboardPath) || /\/(?:auth-with-|request-)[a-z-]+$/.test(url)) return false;
  return !ok || method === 'GET';
}
