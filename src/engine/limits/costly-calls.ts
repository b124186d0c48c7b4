import type { Engine } from '../engine.ts';
import type { AuthRecord } from '../http/auth-record.ts';
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
  if (auth && tags.includes('create'))
    costs.push({ budget: 'personCreatesPerHour', who: nameOf(auth), seconds: hour, times: 1 });
  return [...costs, ...callCostsOf(request)];
}

/** What each call costs, whatever it asks. */
export function callCostsOf({ auth, ip }: RequestContext): CostlyCall[] {
  if (auth) return [{ budget: 'personRequestsPerMinute', who: nameOf(auth), seconds: 60, times: 1 }];
  return countedNetworks(ip).map(({ network, times }) => ({
    budget: 'guestRequestsPerMinute',
    who: network,
    seconds: 60,
    times,
  }));
}

function nameOf({ collectionId, id }: AuthRecord): string {
  return `${collectionId}/${id}`;
}
