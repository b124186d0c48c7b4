import { Link } from 'react-router';
import * as texts from '#texts/entries.ts';
import { formatMoney } from '../ui/format-money.ts';
import { entriesPath, type Figure } from './entries-address.ts';

/** A sum that opens to the entries it is made of: those of a lesson, a package, somebody's credit. */
export function MoneyLink({ cents, of, id }: { cents: number; of: Figure; id: string }) {
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
