import type { Engine } from '#engine/engine.ts';
import { forbidden, notFound, unauthorized } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { RequestContext } from '#engine/http/route.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import type { Span } from '../../platform/reads/read-span.ts';
import { hasRight } from '../../platform/reads/require-right.ts';
import type { Days } from '../../teaching/own-learners/read-direct-payments.ts';
import { type Earner, findEarner, findEarnerOfUser } from './earnings.store.ts';

type Asked = Pick<RequestContext, 'auth' | 'query'>;

/** Whose earnings are asked for: one's own, or those of the `instructor` that who may see payouts names. 401, 403, 404. */
export async function earnerOf(engine: Engine, { auth, query }: Asked): Promise<Earner | undefined> {
  if (!auth) throw unauthorized();
  const own = await findEarnerOfUser(engine.db, auth.id);
  const wanted = query.instructor;
  if (!wanted || wanted === own?.id) return own;
  if (!hasRight(auth, 'payouts')) throw forbidden();
  const earner = await findEarner(engine.db, wanted);
  if (!earner) throw notFound();
  return earner;
}

/** The same where there is nothing to answer without a profile: 404. */
export async function requireEarner(engine: Engine, asked: Asked): Promise<{ auth: AuthRecord; earner: Earner }> {
  const earner = await earnerOf(engine, asked);
  if (!asked.auth) throw unauthorized();
  if (!earner) throw notFound();
  return { auth: asked.auth, earner };
}

/** The local days of a span, the last included. */
export function daysOfSpan({ fromMs, toMs }: Span, zone: string): Days {
  return { from: dateText(localDayOf(zone, fromMs)), to: dateText(localDayOf(zone, toMs - 1)) };
}
