import { domainToASCII } from 'node:url';
import type { Queryable } from '../database/database.ts';
import { wideNetworkOf } from '../http/client-ip.ts';
import { isLoopback } from '../http/is-loopback.ts';
import { type Counting, countTries, uncountTries } from './attempts.store.ts';
import { type BudgetChanges, type BudgetName, budgetOf } from './budgets.ts';

/**
 * What kind of message goes to a receiver, as far as somebody else may have caused it:
 * - `link`, `code`: anybody who knows the address can ask for one;
 * - `text`: a code to a telephone number, which an account says is its own;
 * - `change`: an account says that the address is to be its own;
 * - `note`: somebody writes to the receiver, who then is told of it;
 * - `notice`: what the product tells of an account or a lesson. To an address that its account has proved it follows from what the owner did, and is not counted;
 * - `own`: the operator's own address, or one that a superuser typed. Not counted.
 */
export type MessageKind = 'link' | 'code' | 'text' | 'change' | 'note' | 'notice' | 'own';

/** Who asked for a link or a code, as far as the account knows them: each has messages of their own, so that strangers use up nobody else's. */
export type Asker = 'strange' | 'known' | 'halfway' | 'staff';

const askers: readonly Asker[] = ['strange', 'known', 'halfway', 'staff'];

const [hour, day] = [3600, 86_400];

/** `ofNetwork`: the part of it, as a fraction, that strangers of one network have. One of them then uses up nobody else's. */
type Bound = { budget: BudgetName; seconds: number; ofNetwork?: readonly [part: number, of: number] };

const asked: readonly Bound[] = [
  { budget: 'receiverAskedPerHour', seconds: hour, ofNetwork: [2, 5] },
  { budget: 'receiverAskedPerDay', seconds: day, ofNetwork: [6, 20] },
];

const boundsOf: Record<MessageKind, readonly Bound[]> = {
  link: asked,
  code: asked,
  text: [{ budget: 'receiverTextsPerDay', seconds: day }],
  change: [{ budget: 'receiverChangesPerDay', seconds: day }],
  note: [{ budget: 'receiverNotesPerDay', seconds: day }],
  notice: [{ budget: 'receiverNoticesPerDay', seconds: day }],
  own: [],
};

/** A message to be sent: `to` is an address or a telephone number. `network`: where it was asked for (`askedFrom`). */
export type Addressed = { to: string; kind: MessageKind; asker?: Asker | undefined; network?: string | undefined };

/** The network that a stranger's share is counted for. What comes from the machine itself, as through a proxy that nobody trusts, may be anybody's. */
export function askedFrom(ip: string): string | undefined {
  return isLoopback(ip) ? undefined : wideNetworkOf(ip);
}

type Counted = { settings: { budgets?: BudgetChanges }; nowMs: number };

type Verdict = { isWithheld: boolean; isFirst: boolean };

/**
 * Counts messages for their receivers, for all servers together, and says of each whether it may go. `isFirst`: it is the first one too many of its window.
 * The count is part of the caller's transaction. A stranger's counts for its network first: what is more than its share takes nothing from other networks.
 */
export async function countForReceivers(
  db: Queryable,
  messages: readonly Addressed[],
  { settings, nowMs }: Counted,
): Promise<Verdict[]> {
  const shares = messages.map((message) =>
    boundsOf[message.kind].flatMap(({ budget, seconds, ofNetwork }) => {
      if (!ofNetwork || !isOfNetwork(message)) return [];
      const [part, of] = ofNetwork;
      const max = Math.max(1, Math.floor((budgetOf(settings, budget) * part) / of));
      return [{ key: shareKeyOf(message, seconds), seconds, max }];
    }),
  );
  const shared = await countWindows(db, shares, nowMs);
  const windows = messages.map((message, place) =>
    shared[place]?.isWithheld
      ? []
      : boundsOf[message.kind].map(({ budget, seconds }) => ({
          key: keyOf(message, seconds),
          seconds,
          max: budgetOf(settings, budget),
        })),
  );
  const counted = await countWindows(db, windows, nowMs);
  return counted.map((verdict, place) => (shared[place]?.isWithheld ? shared[place] : verdict));
}

type Window = { key: string; seconds: number; max: number };

async function countWindows(
  db: Queryable,
  windows: ReadonlyArray<readonly Window[]>,
  nowMs: number,
): Promise<Verdict[]> {
  const totals = new Map<string, Counting>();
  for (const { key, seconds } of windows.flat()) {
    totals.set(key, { key, seconds, by: (totals.get(key)?.by ?? 0) + 1 });
  }
  const tries = await countTries(db, [...totals.values()], nowMs);
  const counts = new Map([...tries].map(([key, { count }]) => [key, count]));
  // Of several for one receiver the first ones go.
  for (const [key, { by }] of totals) counts.set(key, (counts.get(key) ?? by) - by);
  return windows.map((own) => {
    const over = own.filter(({ key, max }) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count > max;
    });
    return { isWithheld: over.length > 0, isFirst: over.some(({ key, max }) => counts.get(key) === max + 1) };
  });
}

/** A link was followed, or a code came back: the receiver had asked for it, so it counts no more. */
export async function takeBackReceived(
  db: Queryable,
  { to, kind, network }: Pick<Addressed, 'to' | 'kind' | 'network'>,
  nowMs: number,
): Promise<void> {
  const keys = boundsOf[kind].flatMap(({ seconds }) => [
    ...askers.map((asker) => keyOf({ to, kind, asker }, seconds)),
    ...(network === undefined ? [] : [shareKeyOf({ to, kind, network }, seconds)]),
  ]);
  await uncountTries(db, keys, nowMs);
}

const isOfNetwork = ({ asker = 'strange', network }: Addressed) => asker === 'strange' && network !== undefined;

function shareKeyOf({ to, kind, network = '' }: Addressed, seconds: number): string {
  return `${keyOf({ to, kind }, seconds)}:${network}`;
}

function keyOf({ to, kind, asker = 'strange' }: Addressed, seconds: number): string {
  return `to:${kind}:${asker}:${mailboxOf(to)}:${seconds}`;
}

/** Whose mailbox an address is: capitals, and what follows a plus sign, lead to the same one; at Gmail dots do, and its other name. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 1) return address;
  const [name = ''] = address.slice(0, at).toLowerCase().split('+');
  const host = address.slice(at + 1).toLowerCase();
  if (host === 'gmail.com' || host === 'googlemail.com') return `${name.replaceAll('.', '')}@gmail.com`;
  return `${name}@${domainToASCII(host) || host}`;
}
