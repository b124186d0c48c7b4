import type { Engine } from '../engine.ts';
import { networkOf } from '../http/client-ip.ts';
import type { RequestContext, Route } from '../http/route.ts';
import type { BudgetName } from './budgets.ts';
import { limitTagsOf } from './limit-tags.ts';

/** A budget that a request uses up one of: who is counted, and in which time. */
export type CostlyCall = { budget: BudgetName; who: string; seconds: number };

const mailing = new Set(['requestOTP', 'requestPasswordReset', 'requestVerification', 'requestEmailChange']);
const hour = 3600;

/** What a request costs besides its answer, the dearest first: a new account, a mail to an address that anybody may name, the call itself. */
export function costsOf(engine: Pick<Engine, 'collections'>, request: RequestContext, route: Route): CostlyCall[] {
  const { auth, ip, params } = request;
  const network = networkOf(ip);
  const tags = limitTagsOf(route);
  const costs: CostlyCall[] = [];
  if (tags.includes('create') && engine.collections.find(params.collection ?? '')?.type === 'auth') {
    costs.push({ budget: 'registrationsPerHour', who: network, seconds: hour });
  }
  if (tags.some((tag) => mailing.has(tag))) costs.push({ budget: 'mailsPerHour', who: network, seconds: hour });
  costs.push(
    auth
      ? { budget: 'personRequestsPerMinute', who: `${auth.collectionId}/${auth.id}`, seconds: 60 }
      : { budget: 'guestRequestsPerMinute', who: network, seconds: 60 },
  );
  return costs;
}
