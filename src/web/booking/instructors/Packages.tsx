import { Link } from 'react-router';
import { packagePrice } from '#rules/packages/package-price.ts';
import { buyPackagePath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/instructors.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatMinutes } from '../../platform/ui/format-time.ts';
import type { InstructorData } from './instructor-data.ts';

/** Hours that can be bought in advance for less; a tap leads to what holds for them. */
export function Packages({ data: { instructor, packages } }: { data: InstructorData }) {
  if (packages.length === 0) return null;
  return (
    <ul aria-label={texts.packages} className="card divide-y divide-line print:hidden">
      {packages.map(({ minutes, discountPercent }) => {
        const { priceCents } = packagePrice(instructor.hourlyCents, minutes, discountPercent);
        return (
          <li key={minutes} className="flex flex-wrap items-center justify-between gap-3 p-3">
            <p>
              <b className="font-semibold">{texts.packageOf({ length: formatMinutes(minutes) })}</b>
              <span className="figures block text-soft">
                {discountPercent > 0
                  ? texts.priceAndDiscount({ price: formatMoney(priceCents), percent: String(discountPercent) })
                  : formatMoney(priceCents)}
              </span>
            </p>
            <Link to={buyPackagePath(instructor.id, minutes)} className="btn btn-secondary">
              {texts.buyPackage}
              <span className="unseen"> {texts.packageOf({ length: formatMinutes(minutes) })}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
