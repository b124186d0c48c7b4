import type { Caller } from '../http/body-limits.ts';

/** Of what the others leave one caller has this part. However many there are, the next one finds something. */
const callerShare = 1 / 8;
/** So do all callers of one wide network together. */
const networkShare = 7 / 8;
/** Guests together leave this part to people who are signed in. */
const keptForPeople = 1 / 16;

type Asked = { amount: number; most: number };

/** What is held of something, and by whom. */
export type Shares = {
  held: () => number;
  heldBy: (caller: Caller) => number;
  note: (caller: Caller | undefined, amount: number) => void;
  /** Whether a caller's network has room for so much more, besides what nobody else of it holds. */
  fitsNetwork: (caller: Caller, asked: Asked) => boolean;
  /** Whether it is within the caller's own share. */
  fitsCaller: (caller: Caller, asked: Asked) => boolean;
  clear: () => void;
};

/** Nothing held by nobody. `mostNames` bounds how many callers are told apart; those beyond share what is left. */
export function createShares(mostNames = Number.POSITIVE_INFINITY): Shares {
  let held = 0;
  const byName = new Map<string, number>();
  const of = (name: string) => byName.get(name) ?? 0;

  function add(name: string, amount: number): void {
    const all = of(name) + amount;
    if (all <= 0) byName.delete(name);
    else if (byName.has(name) || byName.size < mostNames) byName.set(name, all);
  }

  const leftTo = (name: string, { isGuest }: Caller, most: number) =>
    (isGuest ? most * (1 - keptForPeople) : most) - (held - of(name));
  const networkName = ({ network }: Caller) => `network ${network}`;
  return {
    held: () => held,
    heldBy: ({ name }) => of(name),
    note(caller, amount) {
      held += amount;
      if (!caller) return;
      add(caller.name, amount);
      add(networkName(caller), amount);
    },
    fitsNetwork(caller, { amount, most }) {
      const name = networkName(caller);
      // Of what the caller alone holds nothing is taken from neighbours.
      if (of(name) === of(caller.name)) return true;
      return of(name) + amount <= leftTo(name, caller, most) * networkShare;
    },
    fitsCaller: (caller, { amount, most }) =>
      of(caller.name) + amount <= leftTo(caller.name, caller, most) * callerShare,
    clear() {
      held = 0;
      byName.clear();
    },
  };
}
