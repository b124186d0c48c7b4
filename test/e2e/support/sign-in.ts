import { type APIResponse, expect, type Page } from '@playwright/test';
import { newestTerms } from '../../../src/rules/terms/terms-versions.ts';
import { demoLearner } from './demo-learner.ts';

/** The demo's people by their part; all have the demo's password. */
export const demoAccounts = {
  learner: demoLearner.email,
  instructor: 'ravi@kerbside.example',
  admin: 'admin@kerbside.example',
};

type View = 'learner' | 'instructor';

type Session = { token: string; record: { id: string; email: string } };

/**
 * Signs a page in over the wire, as the records client would have kept it, from the next address that the test opens on. Somebody who teaches
 * would begin in the instructor view; tests begin in the one that all have unless told, and switch.
 */
export async function becomeUser(page: Page, email: string, view: View = 'learner'): Promise<Session> {
  const session = (await refreshSession(page, email)) ?? (await askSession(page, email));
  sessions.set(email, session);
  await keepSession(page, session, view);
  return session;
}

function keepSession(page: Page, session: Session, view: View): Promise<void> {
  const { id } = session.record;
  return keepInStorage(page, { pocketbase_auth: JSON.stringify(session), [`kerbside_view_${id}`]: view });
}

/** Those that this worker's tests got so far, by email: to refresh one costs the server no comparing of a password. */
const sessions = new Map<string, Session>();

/** Nothing where this worker has none yet, or where it has been ended. */
async function refreshSession(page: Page, email: string): Promise<Session | undefined> {
  const known = sessions.get(email);
  if (!known) return undefined;
  const headers = { Authorization: known.token };
  const answer = await page.request.post('/api/collections/users/auth-refresh', { headers });
  return answer.ok() ? sessionIn(answer) : undefined;
}

async function askSession(page: Page, email: string): Promise<Session> {
  const data = { identity: email, password: demoLearner.password };
  const answer = await page.request.post('/api/collections/users/auth-with-password', { data });
  expect(answer.status()).toBe(200);
  return sessionIn(answer);
}

async function sessionIn(answer: APIResponse): Promise<Session> {
  const { token, record }: Session = await answer.json();
  return { token, record };
}

/** Signs a page in over the wire and opens an address, the dashboard unless told. */
export async function signIn(page: Page, email: string, path = '/dashboard'): Promise<Session> {
  const session = await becomeUser(page, email);
  await page.goto(path);
  return session;
}

/** The same as somebody on one more device, which has a session of its own. */
export async function signInOnAnotherDevice(page: Page, email: string, path: string): Promise<void> {
  await keepSession(page, await askSession(page, email), 'learner');
  await page.goto(path);
}

/** Writes the origin's storage as the next page is opened, once: what the page and the test do to it later stays. */
async function keepInStorage(page: Page, values: Record<string, string>): Promise<void> {
  await page.addInitScript(
    ([mark, items]) => {
      if (window.top !== window || location.origin === 'null' || sessionStorage.getItem(mark)) return;
      sessionStorage.setItem(mark, 'done');
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
    },
    [`kept-${crypto.randomUUID()}`, values] as const,
  );
}

type NewLearner = { hasAgreed?: boolean };

/**
 * Registers somebody new, who has agreed to the terms unless told otherwise and has no lessons yet, and signs the page in from the next address
 * that the test opens on.
 */
export async function becomeNewLearner(
  page: Page,
  name = 'Lim Jia Hui',
  { hasAgreed = true }: NewLearner = {},
): Promise<Session> {
  const email = `learner-${crypto.randomUUID()}@kerbside.example`;
  const { password } = demoLearner;
  const answer = await page.request.post('/api/collections/users/records', {
    data: { email, password, passwordConfirm: password, name },
  });
  expect(answer.status()).toBe(200);
  const session = await becomeUser(page, email);
  if (hasAgreed) await agreeToTerms(page, session);
  return session;
}

/** The same, left at the dashboard. Whoever opens another page next asks for `becomeNewLearner`: a page costs a third of a second of a core. */
export async function signInAsNewLearner(page: Page, name?: string, how?: NewLearner): Promise<Session> {
  const session = await becomeNewLearner(page, name, how);
  await page.goto('/dashboard');
  return session;
}

/** Agrees to the newest terms, so that nothing asks for it over the page. */
export async function agreeToTerms(page: Page, { token }: Session): Promise<void> {
  const agreed = await page.request.post('/api/marketplace/terms', {
    data: { version: newestTerms.version, how: 'registration' },
    headers: { Authorization: token },
  });
  expect(agreed.ok(), await agreed.text()).toBe(true);
}
