import { useState } from 'react';
import * as texts from '#texts/questions.ts';
import type { CohortCell } from '#wire/questions.ts';
import { formatMonth } from '../../../platform/ui/format-time.ts';
import { FigureButton } from './FigureButton.tsx';
import { OpenedPart } from './OpenedPart.tsx';
import { type CohortRow, cohortRows, shareText, signedText } from './question-records.ts';
import { cohortColumns } from './row-columns.tsx';
import { WideTable } from './WideTable.tsx';

type Field = { month: string; later: number };
type CohortsProps = { cells: readonly CohortCell[]; span: { from: string; to: string } };

/** Learners by the month of their first lesson, and the share of them who came in each month after it, beside the cohort of the month before. */
export function Cohorts({ cells, span }: CohortsProps) {
  const [opened, open] = useState<Field>();
  const rows = cohortRows(cells);
  if (rows.length === 0) return <p className="text-soft">{texts.noLessonGiven}</p>;
  const columns = Array.from({ length: Math.max(...rows.map(({ later }) => later.length)) }, (_, later) => later);
  return (
    <div className="grid gap-3">
      {/* On a phone each month is a block of its own, with its fields side by side as many as fit. */}
      <WideTable caption={texts.cohortsTable} className="figures max-sm:block">
        <Header columns={columns.slice(1)} />
        <tbody className="max-sm:block">
          {rows.map((row) => (
            <tr
              key={row.month}
              className="border-line border-t max-sm:grid max-sm:grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))]"
            >
              <th
                scope="row"
                className="sticky left-0 whitespace-nowrap bg-surface py-1 pr-4 text-left font-normal max-sm:col-span-full max-sm:pt-3 max-sm:font-semibold"
              >
                {formatMonth(row.month)}
              </th>
              {columns.map((later) => (
                <td key={later} className="whitespace-nowrap py-1 pr-2 text-right max-sm:text-left">
                  {later < row.later.length && (
                    <>
                      <span aria-hidden className="block px-1 text-soft text-note sm:hidden">
                        {later === 0 ? texts.learners : `+${later}`}
                      </span>
                      <CohortField
                        row={row}
                        later={later}
                        isOpen={opened?.month === row.month && opened.later === later}
                        onOpen={() => open({ month: row.month, later })}
                      />
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </WideTable>
      {opened && (
        <OpenedPart
          key={`${opened.month} ${opened.later}`}
          asked={{ figure: 'cohort', month: opened.month, later: String(opened.later), ...span }}
          caption={texts.cohortRows({ month: formatMonth(opened.month), later: opened.later })}
          columns={cohortColumns}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  );
}

function Header({ columns }: { columns: readonly number[] }) {
  return (
    <thead className="max-sm:hidden">
      <tr className="text-soft text-note">
        <th scope="col" className="sticky left-0 bg-surface py-1.5 pr-4 text-left font-semibold">
          {texts.month}
        </th>
        <th scope="col" className="py-1.5 pr-2 text-right font-semibold">
          {texts.learners}
        </th>
        {columns.map((later) => (
          <th key={later} scope="col" className="py-1.5 pr-2 text-right font-semibold">
            <span className="unseen">{texts.monthsLater({ later })}</span>
            <span aria-hidden>+{later}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

type CohortFieldProps = { row: CohortRow; later: number; isOpen: boolean; onOpen: () => void };

function CohortField({ row: { month, later: came }, later, ...button }: CohortFieldProps) {
  const [all, field] = [came[0], came[later]];
  if (!all || !field) return null;
  const said = { month: formatMonth(month), learners: field.learners, before: field.before };
  if (later === 0) {
    const change = signedText(field.learners - field.before);
    return (
      <FigureButton label={texts.cohortBegan({ ...said, change })} change={change} {...button}>
        {field.learners}
      </FigureButton>
    );
  }
  const [share, shareBefore] = [shareText(field.learners, all.learners), shareText(field.before, all.before)];
  const points = all.before === 0 ? null : (field.learners / all.learners - field.before / all.before) * 100;
  const change = points === null ? '–' : signedText(points, 1);
  return (
    <FigureButton label={texts.cohortCame({ ...said, later, share, shareBefore, change })} change={change} {...button}>
      {share}
    </FigureButton>
  );
}
