import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { entriesPath, type Figure } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/entries.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';

type MoneyOf = { of: Figure; id: string };

/** A sum that opens to the entries it is made of: those of a lesson, a package, somebody's credit. */
export function MoneyLink({ cents, of, id }: MoneyOf & { cents: number }) {
  const amount = formatMoney(cents);
  return (
    <Link
      to={entriesPath(of, { id })}
      className="inline-flex items-center"
      aria-label={texts.showEntriesOf({ amount })}
    >
      {amount}
    </Link>
  );
}

/** The same for a sum within a sentence: what becomes of the tag around it. Of nothing there are no entries. */
export function moneyTag({ cents, ...of }: MoneyOf & { cents: number }): (amount: string) => ReactNode {
  return (amount) => (cents === 0 ? amount : <MoneyLink key="money" cents={cents} {...of} />);
}
