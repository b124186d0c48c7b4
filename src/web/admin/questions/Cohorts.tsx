import * as texts from '#texts/questions.ts';
import { type CohortCell, cohortRows, shareText } from './question-records.ts';
import { WideTable } from './WideTable.tsx';

/** Learners by the month of their first lesson, and the share of them who came in each month after it. */
export function Cohorts({ cells }: { cells: readonly CohortCell[] }) {
  const rows = cohortRows(cells);
  if (rows.length === 0) return <p className="text-soft">{texts.noLessonGiven}</p>;
  const longest = Math.max(...rows.map(({ later }) => later.length));
  const columns = Array.from({ length: longest }, (_, index) => index + 1);
  return (
    <WideTable caption={texts.cohortsTable} className="figures">
      <thead>
        <tr className="text-soft text-sm">
          <th scope="col" className="py-1.5 pr-4 text-left font-semibold">
            {texts.month}
          </th>
          <th scope="col" className="py-1.5 pr-4 text-right font-semibold">
            {texts.learners}
          </th>
          {columns.map((later) => (
            <th key={later} scope="col" className="py-1.5 pr-4 text-right font-semibold">
              <span className="unseen">{texts.monthsLater({ later })}</span>
              <span aria-hidden>+{later}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ month, learners, later }) => (
          <tr key={month} className="border-line border-t">
            <th scope="row" className="whitespace-nowrap py-1.5 pr-4 text-left font-normal">
              {month}
            </th>
            <td className="py-1.5 pr-4 text-right">{learners}</td>
            {columns.map((column) => (
              <td key={column} className="whitespace-nowrap py-1.5 pr-4 text-right">
                {column <= later.length ? shareText(later[column - 1] ?? 0, learners) : ''}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}
