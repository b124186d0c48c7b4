import { priceWithSurcharge } from '#rules/lessons/hourly-price.ts';
import * as texts from '#texts/instructors.ts';
import type { PublicInstructor } from '../search/public-instructor.ts';
import { formatMoney } from '../ui/format-money.ts';
import { formatMinutes } from '../ui/format-time.ts';

type Prices = Pick<
  PublicInstructor,
  'hourlyCents' | 'eveningSurchargePercent' | 'weekendSurchargePercent' | 'lessonMinutes'
>;

/** What each length costs on a weekday, in the evening and at the weekend: the whole price, nothing is added at the end. */
export function PriceTable({ instructor }: { instructor: Prices }) {
  const columns = priceColumns(instructor);
  return (
    <table className="card border-separate border-spacing-0 text-left">
      <thead>
        <tr className="align-bottom text-sm text-soft">
          <th scope="col" className="p-3 font-normal">
            {texts.lesson}
          </th>
          {columns.map(({ name }) => (
            <th key={name} scope="col" className="p-3 text-right font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {instructor.lessonMinutes.map((minutes) => (
          <tr key={minutes}>
            <th scope="row" className="border-t border-line p-3 font-semibold">
              {formatMinutes(minutes)}
            </th>
            {columns.map(({ name, percent }) => (
              <td key={name} className="figures border-t border-line p-3 text-right">
                {formatMoney(priceWithSurcharge(instructor.hourlyCents, minutes, percent))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function priceColumns({ eveningSurchargePercent, weekendSurchargePercent }: Prices) {
  const columns = [
    { name: eveningSurchargePercent || weekendSurchargePercent ? texts.weekday : texts.anyTime, percent: 0 },
  ];
  if (eveningSurchargePercent > 0) columns.push({ name: texts.weekdayEvening, percent: eveningSurchargePercent });
  if (weekendSurchargePercent > 0) columns.push({ name: texts.weekend, percent: weekendSurchargePercent });
  return columns;
}
