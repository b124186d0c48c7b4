import type { Engine } from '../engine.ts';
import { countedNetworks } from '../http/client-ip.ts';
import type { RequestContext, Route } from '../http/route.ts';
import type { BudgetName } from './budgets.ts';
import { limitTagsOf } from './limit-tags.ts';

/** A budget that a request uses up one of: who is counted, in which time, and how many times the budget they have. */
export type CostlyCall = { budget: BudgetName; who: string; seconds: number; times: number };

const mailing = new Set(['requestOTP', 'requestPasswordReset', 'requestVerification', 'requestEmailChange']);
const hour = 3600;

/** What a request costs besides its answer, the dearest first: a new account, a mail to an address that anybody may name, a sign-in, the call itself. */
export function costsOf(engine: Pick<Engine, 'collections'>, request: RequestContext, route: Route): CostlyCall[] {
  const { auth, ip, params } = request;
  const tags = limitTagsOf(route);
  const costs: CostlyCall[] = [];
  const ofNetworks = (budget: BudgetName, seconds: number) => {
    for (const { network, times } of countedNetworks(ip)) costs.push({ budget, who: network, seconds, times });
  };
  if (tags.includes('create') && engine.collections.find(params.collection ?? '')?.type === 'auth') {
    ofNetworks('registrationsPerHour', hour);
  }
  if (tags.some((tag) => mailing.has(tag))) ofNetworks('mailsPerHour', hour);
  // Each takes the processor 30 ms, and trying one leaked password for each of many accounts is counted at none of them.
  if (tags.includes('auth')) ofNetworks('signInsPerMinute', 60);
  if (!auth) ofNetworks('guestRequestsPerMinute', 60);
  else {
    const who = `${auth.collectionId}/${auth.id}`;
    if (tags.includes('create')) costs.push({ budget: 'personCreatesPerHour', who, seconds: hour, times: 1 });
    costs.push({ budget: 'personRequestsPerMinute', who, seconds: 60, times: 1 });
  }
  return costs;
}
