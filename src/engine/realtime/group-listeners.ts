import type { Collection, Rule } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import { networkOf } from '../http/client-ip.ts';
import type { Listener } from './client-registry.ts';
import { currentAuth } from './current-auth.ts';

/** Subscriptions that ask the same: one viewer, one rule, one filter. They are answered together. */
export type Group = { listeners: Listener[]; request: RuleRequest; viewer: string; rule: Rule; filter: string };

/** For whom a listener at an address counts, where what one viewer may cost is bounded: guests share what their network has. */
export function payerOf({ request, viewer }: Pick<Group, 'request' | 'viewer'>, ip: string): string {
  return request.auth ? viewer : networkOf(ip);
}

/** The subscriptions to a collection's records, those that ask the same put together. */
export function groupListeners(engine: Engine, collection: Collection, listeners: readonly Listener[]): Group[] {
  const groups = new Map<string, Group>();
  for (const listener of listeners) {
    const { topic, isForAll, client } = listener;
    const { query, headers } = topic;
    const auth = currentAuth(engine, client);
    const rule = isForAll ? collection.listRule : collection.viewRule;
    const filter = query.filter ?? '';
    // Of one account a session may have less than another: staff who signed in by one factor have no rights of their role, and who looks through the
    // account is not shown all of it.
    const viewer = `${auth?.collectionId}/${auth?.id}${auth?.isLimited ? '/limited' : ''}${auth?.actor ? `/looking/${auth.actor}` : ''}${auth?.impersonator ? `/as/${auth.impersonator}` : ''}`;
    // What else the subscription says counts only where it is asked for.
    const said = /@request\.(?:query|headers)/.test(`${rule} ${filter}`) ? JSON.stringify([query, headers]) : '';
    const key = JSON.stringify([viewer, rule, filter, said]);
    const known = groups.get(key);
    if (known) known.listeners.push(listener);
    else {
      const request: RuleRequest = { context: 'realtime', method: 'GET', auth, query, headers, body: {} };
      groups.set(key, { listeners: [listener], request, viewer, rule, filter });
    }
  }
  return [...groups.values()];
}

/**
 * Whether only the database as it is before a deletion can answer a group: its rule or filter looks at more than the record's own values, or what it
 * would be shown does.
 */
export function looksElsewhere(collection: Collection, { request, rule, filter, listeners }: Group): boolean {
  if (listeners.some(({ topic }) => (topic.query.expand ?? '').trim() !== '')) return true;
  const isSuperuser = request.auth?.isSuperuser === true;
  if (!isSuperuser && request.auth && collection.auth?.manageRule) return true;
  if (!isSuperuser && collection.fields.some(({ seenBy, wholeFor }) => seenBy || wholeFor)) return true;
  return namesOthers(filter) || (!isSuperuser && namesOthers(rule ?? ''));
}

const ownRequest = /@request\.(?:auth|query|headers|body)\.\w+(?![\w.:])|@request\.(?:method|context)(?![\w.:])/g;

/** Whether a rule or filter looks at more than the record's own values. Rather true once too often: a text with escapes is not looked at closely. */
export function namesOthers(text: string): boolean {
  if (text.includes('\\')) return true;
  const bare = text.replace(/'[^']*'|"[^"]*"/g, '').replace(ownRequest, '');
  return /[.@]|_via_/.test(bare);
}
