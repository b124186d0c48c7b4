import { useState } from 'react';
import { Link } from 'react-router';
import { entriesPath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/packages.ts';
import type { PackagePurchase } from '../../platform/records/package-record.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate, formatMinutes } from '../../platform/ui/format-time.ts';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { useSold } from './use-packages.ts';

type PurchaseListProps = {
  title: string;
  /** Which of those that the reader may see. */
  filter: string;
  nameOf: (purchase: PackagePurchase) => string;
  isHiddenIfEmpty?: boolean;
};

/** Packages that were paid, the newest first: whose, how much of each is left, and what became of it. */
export function PurchaseList({ title, filter, nameOf, isHiddenIfEmpty = false }: PurchaseListProps) {
  const [page, setPage] = useState(1);
  const read = useSold(filter, page);
  const { data } = read;
  if (isHiddenIfEmpty && (data?.totalItems ?? 0) === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="mb-4 text-heading">{title}</h2>
      <WhenRead read={read} what={texts.packagesRead} notLoaded={texts.packagesNotLoaded} skeleton="h-40 w-full">
        {data?.totalItems === 0 && <p className="text-soft">{texts.noneSoldYet}</p>}
        {data && data.totalItems > 0 && (
          <ul className="card divide-y divide-line">
            {data.items.map((purchase) => (
              <Line key={purchase.id} purchase={purchase} name={nameOf(purchase)} />
            ))}
          </ul>
        )}
        {data && data.totalPages > 1 && (
          <p className="mt-4 flex gap-3">
            <Button variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
              {texts.newer}
            </Button>
            <Button variant="secondary" disabled={page >= data.totalPages} onClick={() => setPage(page + 1)}>
              {texts.older}
            </Button>
          </p>
        )}
      </WhenRead>
    </section>
  );
}

const statusWords = {
  pending: texts.statusPending,
  active: texts.statusActive,
  used: texts.statusUsed,
  refunded: texts.statusRefunded,
  expired: texts.statusExpired,
} as const;

function Line({ purchase, name }: { purchase: PackagePurchase; name: string }) {
  const { id, minutes, minutesLeft, priceCents, boughtAt, expiresOn, status } = purchase;
  return (
    <li className="grid gap-1 px-5 py-3">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span>
          <b className="figures font-semibold">{formatMinutes(minutes)}</b> {name}
        </span>
        <Link to={entriesPath('package', { id })} className="figures font-semibold text-ink">
          {formatMoney(priceCents)}
        </Link>
      </p>
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-note text-soft">
        <span className="figures">
          {texts.boughtAndUntil({ boughtAt: formatDate(boughtAt), expiresOn: formatDate(expiresOn) })}
          {status === 'active' && ` · ${texts.minutesLeft({ left: formatMinutes(minutesLeft) })}`}
        </span>
        <Badge tone={status === 'active' ? 'green' : 'grey'}>{statusWords[status]}</Badge>
      </p>
    </li>
  );
}
