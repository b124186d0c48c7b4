import type { Engine } from '../engine.ts';
import { unauthorized } from '../http/api-error.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { isIpInList } from '../http/is-ip-in-list.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { authRecordOf } from './load-auth.ts';
import { factorClaims, impersonatorOf, secondFactorOf, signToken, type VerifiedToken, verifyToken } from './tokens.ts';

/** POST /api/files/token (wire contract, section 14): a short token that opens protected files. */
export function fileTokenRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/files/token',
    async handle({ auth }) {
      if (!auth) throw unauthorized();
      const collection = engine.collections.get(auth.collectionId);
      const claims = {
        ...(auth.sessionId === '' ? {} : { session: auth.sessionId }),
        ...factorClaims(auth.secondFactor),
        ...(auth.impersonator === '' ? {} : { impersonator: auth.impersonator }),
      };
      return { status: 200, body: { token: signToken(engine, { kind: 'file', collection, row: auth.row, claims }) } };
    },
  };
}

/** Who a file token stands for, or null; superusers, too, only where they may come from. */
export async function verifyFileToken(
  engine: Engine,
  token: string,
  { ip }: Pick<RequestContext, 'ip'>,
): Promise<AuthRecord | null> {
  const verified = await verifyToken(engine, token, ['file']);
  const auth = verified ? authOf(engine, verified) : null;
  const { superuserIPs } = engine.settings.current();
  const isOutside = auth?.isSuperuser === true && superuserIPs.length > 0 && !isIpInList(ip, superuserIPs);
  return isOutside ? null : auth;
}

function authOf(engine: Engine, verified: VerifiedToken): AuthRecord {
  const { claims } = verified;
  return authRecordOf(engine, verified, { secondFactor: secondFactorOf(claims), impersonator: impersonatorOf(claims) });
}
