import { classNames } from './class-names.ts';
import { formatMoney } from './format-money.ts';

/** A sum in Singapore dollars; `per` says for what, such as "an hour, all in". */
export function Price({ cents, per, className }: { cents: number; per?: string; className?: string }) {
  return (
    <span className={classNames('price', className ?? 'text-lg')}>
      {formatMoney(cents)}
      {per && <small>{` ${per}`}</small>}
    </span>
  );
}
