import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { readJsonAnswer } from '../http/read-answer.ts';
import { configuredProvider, type OutsideUser, type Provider, type ProviderConfig } from './providers.ts';
import { asObject, type Json } from './read-profile.ts';

/** What a provider answered for a code: tokens, and who it is. */
export type OutsideAnswer = {
  user: OutsideUser;
  rawUser: Record<string, unknown>;
  accessToken: string;
  refreshToken: string;
  /** Epoch milliseconds; undefined when the provider did not say. */
  expiresMs: number | undefined;
};

export type CodeExchange = {
  config: ProviderConfig;
  code: string;
  codeVerifier: string;
  redirectURL: string;
  nowMs: number;
};

/** The provider did not take the code, or did not say who it is for. */
export class ProviderRefusal extends Error {
  readonly step: 'token' | 'user';

  constructor(step: 'token' | 'user', message: string, options?: ErrorOptions) {
    super(message, options);
    this.step = step;
  }
}

const timeoutMs = 30_000;

/** Exchanges a code for tokens and asks who it is (RFC 6749, RFC 7636, OpenID Connect Core). Throws `ProviderRefusal`; never in a transaction. */
export async function askProvider(exchange: CodeExchange): Promise<OutsideAnswer> {
  const provider = configuredProvider(exchange.config);
  const signal = AbortSignal.timeout(timeoutMs);
  const tokens = await guarded('token', () => fetchTokens(provider, exchange, signal));
  const accessToken = String(tokens.access_token ?? '');
  if (accessToken === '') throw new ProviderRefusal('token', 'The provider answered no access token.');
  const question = { exchange, tokens, accessToken, signal };
  const rawUser = await guarded('user', () => fetchUser(provider, question));
  const user = provider.readUser({
    raw: rawUser,
    emails: await guarded('user', () => fetchEmails(provider, question)),
    claims: claimsOf(tokens),
    extra: asObject(exchange.config.extra),
    hasOwnAddresses: [exchange.config.authURL, exchange.config.tokenURL].every(Boolean),
  });
  if (user.id === '') throw new ProviderRefusal('user', 'The provider answered no id of the user.');
  const seconds = Number(tokens.expires_in);
  return {
    user,
    rawUser,
    accessToken,
    refreshToken: String(tokens.refresh_token ?? ''),
    expiresMs: seconds > 0 ? exchange.nowMs + seconds * 1000 : undefined,
  };
}

async function guarded<T>(step: 'token' | 'user', run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof ProviderRefusal) throw cause;
    throw new ProviderRefusal(step, 'The provider could not be asked.', { cause });
  }
}

type Tokens = Json;

// Providers want the client's secret in the header or among the parameters: as a client that does not know, the header first.
async function fetchTokens(provider: Provider, exchange: CodeExchange, signal: AbortSignal): Promise<Tokens> {
  const { config, code, codeVerifier, redirectURL } = exchange;
  const [id, secret] = [String(config.clientId ?? ''), String(config.clientSecret ?? '')];
  const form = { grant_type: 'authorization_code', code, ...(redirectURL ? { redirect_uri: redirectURL } : {}) };
  const proof = provider.usesPkce ? { code_verifier: codeVerifier } : {};
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64');
  const tries = [
    { headers: { authorization: `Basic ${basic}` }, body: { ...form, ...proof } },
    { headers: {}, body: { ...form, ...proof, client_id: id, client_secret: secret } },
  ];
  for (const { headers, body } of tries) {
    const answer = await fetch(provider.tokenURL, {
      method: 'POST',
      headers: { ...headers, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(body),
      redirect: 'error',
      signal,
    });
    if (answer.ok) return asObject(await readJsonAnswer(answer));
    await answer.body?.cancel();
  }
  throw new ProviderRefusal('token', 'The provider did not take the code.');
}

type UserQuestion = { exchange: CodeExchange; tokens: Tokens; accessToken: string; signal: AbortSignal };

async function fetchUser(provider: Provider, question: UserQuestion): Promise<Json> {
  if (provider.userInfoURL === '') return readIdToken(provider, question);
  const { userQuery } = provider;
  const asked = userQuery === undefined ? {} : { method: 'POST', body: JSON.stringify({ query: userQuery }) };
  const answer = await ask(provider, question, { url: provider.userInfoURL, ...asked });
  if (!answer.ok) throw new ProviderRefusal('user', `The provider answered ${answer.status}.`);
  return asObject(await readJsonAnswer(answer));
}

/** The list of addresses where a provider has one; who may not read it has none. */
async function fetchEmails(provider: Provider, question: UserQuestion): Promise<unknown> {
  const { emailsURL, userInfoURL } = provider;
  if (emailsURL === undefined) return undefined;
  const answer = await ask(provider, question, { url: new URL(emailsURL.replace(/^\//, `${userInfoURL}/`)).href });
  if (answer.ok) return readJsonAnswer(answer);
  await answer.body?.cancel();
  return undefined;
}

type Asked = { url: string; method?: string; body?: string };

function ask(provider: Provider, { exchange, accessToken, signal }: UserQuestion, { url, ...asked }: Asked) {
  const clientId = String(exchange.config.clientId ?? '');
  const own = Object.entries(provider.userHeaders ?? {}).map(([name, value]) => [
    name,
    value.replace('{clientId}', clientId),
  ]);
  const headers = {
    authorization: `Bearer ${accessToken}`,
    accept: 'application/json',
    ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...Object.fromEntries(own),
  };
  return fetch(url, { ...asked, headers, redirect: 'error', signal });
}

// Read beside the user: it came from the provider itself, by the answer to our secret.
function claimsOf({ id_token }: Tokens): Json {
  try {
    return typeof id_token === 'string' ? asObject(decodeJwt(id_token)) : {};
  } catch {
    // Not a token that can be read: nothing is known from it.
    return {};
  }
}

// It comes straight from the provider; with the address of its keys the signature is checked as well.
async function readIdToken(provider: Provider, { exchange, tokens }: UserQuestion): Promise<Json> {
  const idToken = String(tokens.id_token ?? '');
  const audience = String(exchange.config.clientId ?? '');
  const extra = { ...asObject(exchange.config.extra), ...provider.idToken };
  const issuers = Array.isArray(extra.issuers) ? extra.issuers.map(String) : [];
  if (typeof extra.jwksURL === 'string' && extra.jwksURL !== '') {
    const keys = createRemoteJWKSet(new URL(extra.jwksURL), { timeoutDuration: timeoutMs });
    const rules = { audience, currentDate: new Date(exchange.nowMs), clockTolerance: 300 };
    const { payload } = await jwtVerify(idToken, keys, issuers.length > 0 ? { ...rules, issuer: issuers } : rules);
    return payload;
  }
  const claims = decodeJwt(idToken);
  if (![claims.aud].flat().includes(audience)) throw new ProviderRefusal('user', 'The ID token is for somebody else.');
  if (issuers.length > 0 && !issuers.includes(String(claims.iss))) {
    throw new ProviderRefusal('user', 'The ID token comes from somebody else.');
  }
  return claims;
}
