import { useState } from 'react';
import * as texts from '#texts/questions.ts';
import type { SearchCell } from '#wire/questions.ts';
import { FigureButton } from './FigureButton.tsx';
import { hoursWords } from './hours-words.ts';
import { OpenedPart } from './OpenedPart.tsx';
import { type HeatField, type HeatRow, heatRows } from './question-records.ts';
import { searchColumns } from './row-columns.tsx';
import { WideTable } from './WideTable.tsx';

const shownAreas = 12;
const hours = Array.from({ length: 24 }, (_, hour) => hour);

type Part = { area: string; hour: number | 'any' };
type HeatMapProps = { cells: readonly SearchCell[]; span: { from: string; to: string } };

/** Where and when searches found nobody: the more often, the darker; the number stands in each field, and opens to the searches. Beside it the same as a list, to read. */
export function HeatMap({ cells, span }: HeatMapProps) {
  const [opened, open] = useState<Part>();
  const rows = heatRows(cells);
  if (cells.length === 0) return null;
  if (rows.length === 0) return <p className="text-soft">{texts.noEmptySearch}</p>;
  const shown = rows.slice(0, shownAreas);
  const most = Math.max(...shown.flatMap((row) => [...row.hours, row.anyTime].map(({ empty }) => empty)));
  return (
    <div className="grid gap-2">
      <WideTable caption={texts.heatMap} className="border-collapse">
        <Header />
        <tbody>
          {shown.map((row) => (
            <Row key={row.area} row={row} most={most} opened={opened} onOpen={open} />
          ))}
        </tbody>
      </WideTable>
      <p className="text-soft text-note">{texts.heatMapMeans}</p>
      {opened && (
        <OpenedPart
          key={`${opened.area} ${opened.hour}`}
          asked={{ figure: 'searches', area: opened.area || 'anywhere', hour: String(opened.hour), ...span }}
          caption={texts.searchesOf({ area: opened.area || texts.anywhere, hours: hourWords(opened.hour) })}
          columns={searchColumns}
          onClose={() => open(undefined)}
        />
      )}
      <Listed cells={cells} />
    </div>
  );
}

const hourWords = (hour: number | 'any') => (hour === 'any' ? texts.anyTime : hoursWords(hour, hour + 1));

function Header() {
  return (
    <thead>
      <tr className="text-soft text-label">
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
  );
}

type RowProps = { row: HeatRow; most: number; opened: Part | undefined; onOpen: (part: Part) => void };

function Row({ row: { area, hours: byHour, anyTime }, most, opened, onOpen }: RowProps) {
  const fields = [...byHour.map((field, hour) => ({ field, hour })), { field: anyTime, hour: 'any' as const }];
  return (
    <tr>
      <th scope="row" className="sticky left-0 whitespace-nowrap bg-surface py-1 pr-3 text-left font-normal">
        {area || texts.anywhere}
      </th>
      {fields.map(({ field, hour }) => (
        <Cell
          key={hour}
          field={field}
          most={most}
          place={{ area: area || texts.anywhere, hours: hourWords(hour) }}
          isOpen={opened?.area === area && opened.hour === hour}
          onOpen={() => onOpen({ area, hour })}
        />
      ))}
    </tr>
  );
}

type CellProps = {
  field: HeatField;
  most: number;
  place: { area: string; hours: string };
  isOpen: boolean;
  onOpen: () => void;
};

function Cell({ field, most, place, ...button }: CellProps) {
  const { empty } = field;
  // A fifth of the colour at least, so that one search is seen; never so dark that the number can't be read.
  const strength = empty === 0 ? 0 : 15 + Math.round((empty / most) * 40);
  return (
    <td
      className="h-8 min-w-8 border border-line text-center text-note"
      style={{ background: `color-mix(in srgb, var(--color-red) ${strength}%, var(--color-surface))` }}
    >
      {empty > 0 && (
        <FigureButton label={texts.heatField({ ...place, ...field })} {...button}>
          {empty}
        </FigureButton>
      )}
    </td>
  );
}

const headerClass = 'py-1.5 pr-3 font-semibold';

function Listed({ cells }: { cells: readonly SearchCell[] }) {
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold text-green">{texts.showAsATable}</summary>
      <table className="figures max-sm:text-note">
        <caption className="unseen">{texts.searchesByPlaceAndHour}</caption>
        <thead>
          <tr className="text-left text-soft text-note">
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
          {cells.map(({ area, fromHour, toHour, ...counts }) => (
            <tr key={`${area} ${fromHour} ${toHour}`} className="border-line border-t">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                {area || texts.anywhere}
              </th>
              <td className="whitespace-nowrap py-1.5 pr-3">{hoursWords(fromHour, toHour)}</td>
              <Compared now={counts.empty} before={counts.emptyBefore} />
              <Compared now={counts.searches} before={counts.searchesBefore} />
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Compared({ now, before }: { now: number; before: number }) {
  return (
    <td className="py-1.5 pr-3 text-right">
      {now} <span className="block text-soft text-label">{texts.before({ figure: String(before) })}</span>
    </td>
  );
}
