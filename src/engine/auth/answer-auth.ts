import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { type RuleRequest, ruleRequestOf } from '../filters/rule-request.ts';
import { forbidden, usualRefusal } from '../http/api-error.ts';
import type { SecondFactor } from '../http/auth-record.ts';
import { isIpInList } from '../http/is-ip-in-list.ts';
import type { Answer, RequestContext } from '../http/route.ts';
import { presentRecord } from '../records/present-records.ts';
import { satisfiesRule } from '../records/satisfies-rule.ts';
import type { WireRecord } from '../records/wire-record.ts';
import { alertOfNewDevice } from './alert-of-new-device.ts';
import type { AuthCollection } from './auth-context.ts';
import { checkSecondFactor, isOwnMethod, type OwnMethod } from './check-second-factor.ts';
import { authRecordOf } from './load-auth.ts';
import { openSession, renewSession } from './open-session.ts';
import { factorClaims, signToken } from './tokens.ts';

/** Rules see nothing special of a method that the record API has no call for (`OwnMethod`). */
export type AuthMethod = 'password' | 'otp' | 'oauth2' | OwnMethod;

export type SignIn = {
  collection: AuthCollection;
  row: Row;
  /** How the person showed who they are; undefined for refresh and impersonation, which need no second factor. */
  method?: AuthMethod;
  /** Given for a token that is answered again instead of a new one. */
  token?: string;
  /** The session that goes on; a new one begins unless given. */
  sessionId?: string;
  /** When the owner signed in, in epoch milliseconds, where the new session takes the place of one before; else now. */
  sinceMs?: number;
  meta?: Record<string, unknown>;
};

/** A session, or with 401 what its second half is asked for by. */
export type AuthAnswer = { token: string; record: WireRecord; meta?: Record<string, unknown> } | { mfaId: string };

/**
 * The answer of every call that signs in (wire contract, section 11.3): where superusers may come from, authRule, second factor, alert of
 * an unknown device, then `{token, record}`.
 */
export async function answerAuth(engine: Engine, request: RequestContext, signIn: SignIn): Promise<Answer<AuthAnswer>> {
  const { collection, row, method, meta } = signIn;
  const by = await ruleRequestFor(request, method);
  refuseStrangeSuperuser(engine, request, collection);
  await checkAuthRule(engine, { collection, row, by });
  let secondFactor: SecondFactor = (isOwn(request, signIn) && request.auth?.secondFactor) || 'none';
  if (method) {
    const second = await checkSecondFactor(engine, { collection, row, method, by });
    if ('challenge' in second) return { status: 401, body: { mfaId: second.challenge } };
    secondFactor = second.passed;
    await alertOfNewDevice(engine, request, { collection, row });
  }
  const token = signIn.token ?? (await issueToken(engine, request, { ...signIn, secondFactor }));
  // Who looks through the account is shown no more of it than before.
  const actor = isOwn(request, signIn) ? (request.auth?.actor ?? '') : '';
  const impersonator = impersonatorOf(request, signIn);
  const standing = { secondFactor, actor, impersonator };
  const self: RuleRequest = { ...by, auth: authRecordOf(engine, { collection, row }, standing) };
  const record = await presentRecord(engine, {
    collection,
    row,
    request: self,
    expand: request.query.expand,
    hasHappened: true,
    isNoted: true,
  });
  return { status: 200, body: { ...(meta ? { meta } : {}), record, token } };
}

/** Whether the account is the caller's own: what is known of how it was signed in to goes on. */
function isOwn({ auth }: RequestContext, { collection, row }: SignIn): boolean {
  return auth?.id === row.id && auth?.collectionId === collection.id;
}

/** Which superuser acts as the account: whose token goes on, or is given now. */
function impersonatorOf(request: RequestContext, signIn: SignIn): string {
  if (isOwn(request, signIn)) return request.auth?.impersonator ?? '';
  return signIn.method === undefined && request.auth?.isSuperuser === true ? request.auth.id : '';
}

/** A token for a session: the one that goes on, or a new one. */
async function issueToken(
  engine: Engine,
  request: RequestContext,
  signIn: SignIn & { secondFactor: SecondFactor },
): Promise<string> {
  const { collection, row, method = '', sessionId = '', sinceMs, secondFactor } = signIn;
  const id = String(row.id);
  const { session, durationSeconds } = keepsSessions(collection)
    ? await sessionFor(engine, request, { collection, id, method, sessionId, sinceMs })
    : { session: '', durationSeconds: collection.auth.authToken.duration };
  if (method !== '') {
    for (const hooks of engine.hooks.of(collection.name)) {
      await hooks.afterUse?.({ collection, id, isSignIn: true, db: engine.db });
    }
  }
  return signToken(engine, {
    kind: 'auth',
    collection,
    row,
    durationSeconds,
    claims: {
      refreshable: true,
      ...(session === '' ? {} : { session, ...factorClaims(secondFactor) }),
    },
  });
}

/** Accounts of collections that are made over the API have tokens that say just what the reference's say; those of superusers can be ended one by one. */
export function keepsSessions({ managed, system, name }: AuthCollection): boolean {
  return managed && (!system || name === '_superusers');
}

type ForSession = {
  collection: AuthCollection;
  id: string;
  method: string;
  sessionId: string;
  sinceMs: number | undefined;
};

async function sessionFor(
  engine: Engine,
  request: RequestContext,
  which: ForSession,
): Promise<{ session: string; durationSeconds: number }> {
  const { collection, id, method, sessionId, sinceMs } = which;
  if (sessionId === '') {
    const session = await openSession(engine, request, { collection, id, method, sinceMs });
    return { session, durationSeconds: collection.auth.authToken.duration };
  }
  return { session: sessionId, durationSeconds: await renewSession(engine, request, { collection, id: sessionId }) };
}

async function ruleRequestFor(request: RequestContext, method: AuthMethod | undefined): Promise<RuleRequest> {
  const { fields } = await request.body(usualRefusal);
  return { ...ruleRequestOf(request, fields), context: !method || isOwnMethod(method) ? 'default' : method };
}

function refuseStrangeSuperuser(engine: Engine, { ip }: RequestContext, collection: AuthCollection): void {
  const { superuserIPs } = engine.settings.current();
  const isLimited = collection.name === '_superusers' && superuserIPs.length > 0;
  if (isLimited && !isIpInList(ip, superuserIPs)) throw forbidden();
}

type Subject = { collection: AuthCollection; row: Row; by: RuleRequest };

async function checkAuthRule(engine: Engine, { collection, row, by }: Subject): Promise<void> {
  const rule = collection.auth.authRule;
  if (rule === '' || by.auth?.isSuperuser) return;
  const isMet =
    rule !== null && (await satisfiesRule(engine, { collection, rule, recordId: String(row.id), request: by }));
  if (!isMet) throw forbidden("The request doesn't satisfy the collection requirements to authenticate.");
}
