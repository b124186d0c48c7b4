import { createHash } from 'node:crypto';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { type RuleRequest, ruleRequestOf } from '../filters/rule-request.ts';
import { ApiError, badRequest, forbidden } from '../http/api-error.ts';
import type { Answer, RequestContext } from '../http/route.ts';
import { renderMail } from '../mail/render-template.ts';
import { newId } from '../random.ts';
import { presentRecord } from '../records/present-records.ts';
import { satisfiesRule } from '../records/satisfies-rule.ts';
import { wireDate } from '../wire-date.ts';
import type { AuthCollection } from './auth-context.ts';
import { authRecordOf } from './load-auth.ts';
import { signToken } from './tokens.ts';

export type SignIn = {
  collection: AuthCollection;
  row: Row;
  /** How the person showed who they are; undefined for refresh and impersonation, which need no second factor. */
  method?: 'password' | 'otp' | 'oauth2';
  /** Given for a token that is answered again instead of a new one. */
  token?: string;
  meta?: Record<string, unknown>;
};

/**
 * The answer of every call that signs in (wire contract, section 11.3): authRule, second factor, alert of an unknown device, then
 * `{token, record}`.
 */
export async function answerAuth(engine: Engine, request: RequestContext, signIn: SignIn): Promise<Answer> {
  const { collection, row, method, meta } = signIn;
  const self: RuleRequest = { ...ruleRequestOf(request), auth: authRecordOf(collection, row) };
  await checkAuthRule(engine, { collection, row, request: self });
  if (method) {
    const challenge = await checkSecondFactor(engine, request, { collection, row, method });
    if (challenge) return { status: 401, body: { mfaId: challenge } };
    await alertOfNewDevice(engine, request, { collection, row });
  }
  const token =
    signIn.token ?? (await signToken(engine, { kind: 'auth', collection, row, claims: { refreshable: true } }));
  const record = await presentRecord(engine, { collection, row, request: self, expand: request.query.expand });
  return { status: 200, body: { ...(meta ? { meta } : {}), record, token } };
}

type Subject = { collection: AuthCollection; row: Row };

async function checkAuthRule(
  engine: Engine,
  { collection, row, request }: Subject & { request: RuleRequest },
): Promise<void> {
  const rule = collection.auth.authRule;
  if (rule === '') return;
  const isAllowed =
    rule !== null &&
    (await satisfiesRule(engine, { collection, rule, recordId: String(row.id), request: { ...request, auth: null } }));
  if (!isAllowed) throw forbidden("The request doesn't satisfy the collection requirements to authenticate.");
}

/** The id of a new challenge, or undefined when none is needed or this was its second half. */
async function checkSecondFactor(
  engine: Engine,
  request: RequestContext,
  { collection, row, method }: Subject & { method: string },
): Promise<string | undefined> {
  const { mfa } = collection.auth;
  if (!mfa.enabled) return undefined;
  if (mfa.rule !== '') {
    const self: RuleRequest = { ...ruleRequestOf(request), auth: authRecordOf(collection, row) };
    const applies = await satisfiesRule(engine, {
      collection,
      rule: mfa.rule,
      recordId: String(row.id),
      request: self,
    });
    if (!applies) return undefined;
  }
  const { fields } = await request.body();
  const mfaId = request.query.mfaId || (typeof fields.mfaId === 'string' ? fields.mfaId : '');
  const now = wireDate(engine.clock.nowMs());
  if (mfaId === '') {
    const id = newId(engine.random);
    await engine.db.query(
      `insert into _mfas (id, "collectionRef", "recordRef", method, created, updated) values ($1, $2, $3, $4, $5, $5)`,
      [id, collection.id, row.id, method, now],
    );
    return id;
  }
  const earliest = wireDate(engine.clock.nowMs() - mfa.duration * 1000);
  const [session] = await engine.db.query('select * from _mfas where id = $1 and created > $2', [mfaId, earliest]);
  if (!session) throw badRequest('Invalid or expired MFA session.');
  if (session.recordRef !== row.id || session.collectionRef !== collection.id) throw badRequest('Invalid MFA session.');
  if (session.method === method) throw badRequest('A different authentication method is required.');
  await engine.db.query('delete from _mfas where id = $1', [mfaId]);
  return undefined;
}

const maxOrigins = 5;

async function alertOfNewDevice(engine: Engine, request: RequestContext, { collection, row }: Subject): Promise<void> {
  const { authAlert } = collection.auth;
  if (!authAlert.enabled) return;
  const fingerprint = createHash('md5')
    .update(request.ip + request.userAgent.slice(0, 200))
    .digest('hex');
  const now = wireDate(engine.clock.nowMs());
  const parameters = [collection.id, row.id];
  const origins = await engine.db.query<{ id: string; fingerprint: string }>(
    'select id, fingerprint from "_authOrigins" where "collectionRef" = $1 and "recordRef" = $2 order by updated',
    parameters,
  );
  const known = origins.find((origin) => origin.fingerprint === fingerprint);
  await engine.db.query(
    `insert into "_authOrigins" (id, "collectionRef", "recordRef", fingerprint, created, updated) values ($3, $1, $2, $4, $5, $5)
     on conflict ("collectionRef", "recordRef", fingerprint) do update set updated = excluded.updated`,
    [...parameters, newId(engine.random), fingerprint, now],
  );
  if (known || origins.length === 0) return;
  const surplus = origins.slice(0, Math.max(0, origins.length + 1 - maxOrigins)).map((origin) => origin.id);
  if (surplus.length > 0) await engine.db.query('delete from "_authOrigins" where id = any ($1)', [surplus]);
  const values = { ALERT_INFO: `${request.ip} - ${request.userAgent} (${now})` };
  if (row.email)
    await engine.mail.queue(
      engine.db,
      renderMail(engine, { template: authAlert.emailTemplate, collection, row, values }),
    );
}

/** 429: too many tries. */
export function tooManyTries(message: string): ApiError {
  return new ApiError(429, message);
}
