import { priceWithSurcharge } from '#rules/lessons/hourly-price.ts';
import * as texts from '#texts/instructors.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatMinutes } from '../../platform/ui/format-time.ts';
import type { PublicInstructor } from '../search/public-instructor.ts';

type Prices = Pick<PublicInstructor, 'hourlyCents' | 'eveningSurchargePercent' | 'weekendSurchargePercent'>;

/** What a lesson of the chosen length costs on a weekday, in the evening and at the weekend, a line each: the whole price, nothing is added at the end. */
export function PriceTable({ instructor, minutes }: { instructor: Prices; minutes: number }) {
  return (
    <table className="text-left">
      <caption className="pb-1 text-left text-soft">{texts.priceOfLength({ length: formatMinutes(minutes) })}</caption>
      <tbody>
        {priceLines(instructor).map(({ name, percent }) => (
          <tr key={name}>
            <th scope="row" className="border-line border-t py-2.5 pr-3 font-normal">
              {name}
              {percent > 0 && <span className="text-soft"> {texts.surchargePercent({ percent })}</span>}
            </th>
            <td className="figures border-line border-t py-2.5 text-right font-semibold">
              {formatMoney(priceWithSurcharge(instructor.hourlyCents, minutes, percent))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function priceLines({ eveningSurchargePercent, weekendSurchargePercent }: Prices) {
  const hasSurcharges = eveningSurchargePercent > 0 || weekendSurchargePercent > 0;
  return [
    { name: hasSurcharges ? texts.weekday : texts.anyTime, percent: 0 },
    ...(eveningSurchargePercent > 0 ? [{ name: texts.weekdayEvening, percent: eveningSurchargePercent }] : []),
    ...(weekendSurchargePercent > 0 ? [{ name: texts.weekend, percent: weekendSurchargePercent }] : []),
  ];
}
