import { setTimeout } from 'node:timers/promises';
import type { Engine } from '../engine.ts';
import type { Answer, RequestContext, Route } from '../http/route.ts';
import { idAlphabet } from '../random.ts';
import type { ClientRegistry } from './client-registry.ts';
import { broughtProof, endedCookie, isProof } from './sign-in-proof.ts';
import { signInTopic } from './topics.ts';

/** What a provider's redirect brought, for the stream that waits for it. */
export type Redirected = {
  clientId: string;
  /** The hash of the cookie that the browser brought for that stream. */
  proof: string;
  data: { state: string; code: string; error?: string };
  /** Under which the server that has the stream says so. */
  question?: string;
};

/** How long other servers are waited for; none answers when the stream is nowhere. */
const answerMs = 1000;

/** Longer than any code that a provider sends: a notification could not carry it. */
const mostBytes = 7000;

const place = '../_/#/auth/oauth2-redirect-';

/** Hands a redirect to its stream on this server; false when there is none that waits for it from this browser. */
export function giveRedirect(clients: ClientRegistry, { clientId, proof, data }: Redirected, nowMs: number): boolean {
  const client = clients.find(clientId);
  const waiting = client?.topics.find(({ name }) => name === signInTopic);
  if (!client || !waiting || !isProof(client, proof, nowMs)) return false;
  client.signIn = undefined;
  client.send(signInTopic, data);
  clients.subscribe(
    client,
    client.topics.filter((other) => other !== waiting),
  );
  return true;
}

/**
 * GET and POST /api/oauth2-redirect (wire contract, section 11.6): a provider sends the person back here. The page that opened the window hears of it by
 * its stream, on whichever server that is, if this is the browser that opened the stream; the window says that it can be closed.
 */
export function oauth2RedirectRoutes(getEngine: () => Engine, clients: ClientRegistry, channel: string) {
  const asked = new Map<string, () => void>();

  /** What another server says: a redirect for a stream that may be here, or that it has given one of ours. */
  async function hear(payload: string): Promise<void> {
    const said: Redirected | { taken: string } = JSON.parse(payload);
    if ('taken' in said) return asked.get(said.taken)?.();
    if (!giveRedirect(clients, said, getEngine().clock.nowMs()) || said.question === undefined) return;
    await getEngine().db.query('select pg_notify($1, $2)', [channel, JSON.stringify({ taken: said.question })]);
  }

  async function askOthers(redirected: Redirected): Promise<boolean> {
    const { db, random } = getEngine();
    const question = random.text(20, idAlphabet);
    const payload = JSON.stringify({ ...redirected, question });
    if (Buffer.byteLength(payload) > mostBytes) return false;
    const taken = new Promise<boolean>((resolve) => asked.set(question, () => resolve(true)));
    try {
      await db.query('select pg_notify($1, $2)', [channel, payload]);
      return await Promise.race([taken, setTimeout(answerMs, false, { ref: false })]);
    } finally {
      asked.delete(question);
    }
  }

  async function pass(request: RequestContext, { state, code, error }: Brought): Promise<boolean> {
    // An address is no proof of a person: only the browser that began this sign-in has the cookie.
    const proof = broughtProof(getEngine(), state, request);
    if (proof === undefined) return false;
    const redirected = { clientId: state, proof, data: { state, code, ...(error ? { error } : {}) } };
    if (!giveRedirect(clients, redirected, getEngine().clock.nowMs())) {
      if (clients.find(state) || !(await askOthers(redirected))) return false;
    }
    return error === '' && code !== '';
  }

  async function come(request: RequestContext): Promise<Answer> {
    const brought = broughtBy(request.query);
    const isPassed = await pass(request, brought);
    const cookie = isPassed ? { 'Set-Cookie': endedCookie(getEngine(), brought.state) } : {};
    return { status: 307, headers: { ...keptByNobody, ...cookie, Location: placeOf(isPassed) } };
  }

  const routes: Route[] = [
    { method: 'GET', path: '/api/oauth2-redirect', isLogged: false, handle: come },
    { method: 'POST', path: '/api/oauth2-redirect', isLogged: false, handle: comeAgain },
  ];
  return { routes, hear };
}

const keptByNobody = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
const placeOf = (isPassed: boolean) => `${place}${isPassed ? 'success' : 'failure'}`;

/** A form that another site sends comes without our cookie; the same as a link brings it. */
async function comeAgain(request: RequestContext): Promise<Answer> {
  const { fields } = await request.body();
  const brought = broughtBy(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value ?? '')])),
  );
  const query = new URLSearchParams(brought).toString();
  const isCarried = brought.state !== '' && query.length <= mostBytes;
  const Location = isCarried ? `oauth2-redirect?${query}` : placeOf(false);
  return { status: 303, headers: { ...keptByNobody, Location } };
}

type Brought = { state: string; code: string; error: string };

function broughtBy({ state = '', code = '', error = '' }: Record<string, string>): Brought {
  return { state, code, error };
}
