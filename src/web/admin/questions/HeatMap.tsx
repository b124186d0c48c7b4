import * as texts from '#texts/questions.ts';
import { heatRows, type SearchCell } from './question-records.ts';
import { WideTable } from './WideTable.tsx';

const shownAreas = 12;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const cellClass = 'figures h-8 min-w-8 border border-line px-1 text-center text-sm';

/** Where and when searches found nobody: the more often, the darker; the number stands in each field. Beside it the same as a list, to read. */
export function HeatMap({ cells }: { cells: readonly SearchCell[] }) {
  const rows = heatRows(cells);
  if (cells.length === 0) return null;
  if (rows.length === 0) return <p className="text-soft">{texts.noEmptySearch}</p>;
  const shown = rows.slice(0, shownAreas);
  const most = Math.max(...shown.flatMap((row) => [...row.hours, row.anyTime]));
  return (
    <div className="grid gap-2">
      <WideTable caption={texts.heatMap} className="border-collapse">
        <thead>
          <tr className="text-soft text-xs">
            <th scope="col" className="sticky left-0 bg-surface py-1 pr-3 text-left font-semibold">
              {texts.area}
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col" className="figures font-semibold">
                {hour}
              </th>
            ))}
            <th scope="col" className="whitespace-nowrap px-2 font-semibold">
              {texts.anyTime}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.area}>
              <th scope="row" className="sticky left-0 whitespace-nowrap bg-surface py-1 pr-3 text-left font-normal">
                {row.area || texts.anywhere}
              </th>
              {hours.map((hour) => (
                <Cell key={hour} count={row.hours[hour] ?? 0} most={most} />
              ))}
              <Cell count={row.anyTime} most={most} />
            </tr>
          ))}
        </tbody>
      </WideTable>
      <p className="text-soft text-sm">{texts.heatMapMeans}</p>
      <Listed cells={cells} />
    </div>
  );
}

function Cell({ count, most }: { count: number; most: number }) {
  // A fifth of the colour at least, so that one search is seen; never so dark that the number can't be read.
  const strength = count === 0 ? 0 : 15 + Math.round((count / most) * 40);
  return (
    <td
      className={cellClass}
      style={{ background: `color-mix(in srgb, var(--color-red) ${strength}%, var(--color-surface))` }}
    >
      {count === 0 ? '' : count}
    </td>
  );
}

const headerClass = 'py-1.5 pr-3 font-semibold';

function Listed({ cells }: { cells: readonly SearchCell[] }) {
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold text-green">{texts.showAsATable}</summary>
      <table className="figures max-sm:text-sm">
        <caption className="unseen">{texts.searchesByPlaceAndHour}</caption>
        <thead>
          <tr className="text-left text-soft text-sm">
            <th scope="col" className={headerClass}>
              {texts.area}
            </th>
            <th scope="col" className={headerClass}>
              {texts.hours}
            </th>
            <th scope="col" className={`${headerClass} text-right`}>
              {texts.foundNobody}
            </th>
            <th scope="col" className={`${headerClass} text-right`}>
              {texts.allSearches}
            </th>
          </tr>
        </thead>
        <tbody>
          {cells.map(({ area, fromHour, toHour, searches, empty }) => (
            <tr key={`${area} ${fromHour} ${toHour}`} className="border-line border-t">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                {area || texts.anywhere}
              </th>
              <td className="whitespace-nowrap py-1.5 pr-3">
                {fromHour === 0 && toHour === 24
                  ? texts.anyTime
                  : texts.hoursFromTo({ from: String(fromHour), to: String(toHour) })}
              </td>
              <td className="py-1.5 pr-3 text-right">{empty}</td>
              <td className="py-1.5 pr-3 text-right">{searches}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
