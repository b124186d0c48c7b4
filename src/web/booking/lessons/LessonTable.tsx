import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/lessons.ts';
import { statusWords } from '../../platform/records/lesson-status.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatClock, formatDate, formatDay } from '../../platform/ui/format-time.ts';
import { Rating } from '../../trust/reviews/Rating.tsx';

export type TableLesson = {
  id: string;
  start: string;
  end: string;
  status: string;
  instructor: { name: string; timezone: string };
  rating: number | null;
};

/** A lesson with all that the history says of it. */
export type FullTableLesson = TableLesson & {
  learner: { name: string };
  pickup?: string | undefined;
  postalCode?: string | undefined;
  priceCents: number;
};

/** Past lessons: date, time, instructor, status and rating. On a phone each is a block of its own. */
export function LessonTable({ lessons, caption }: { lessons: readonly TableLesson[]; caption: string }) {
  return (
    <Table caption={caption} names={[texts.date, texts.time, texts.instructor, texts.status, texts.rating]}>
      {lessons.map((lesson) => (
        <tr key={lesson.id} className={row}>
          <WhenCells lesson={lesson} />
          <td className={cell}>{lesson.instructor.name}</td>
          <StatusCell status={lesson.status} side="learner" />
          <td className={`${cell} @max-tabular:col-span-2`}>
            <Rating rating={lesson.rating} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

type FullLessonTableProps = {
  lessons: readonly FullTableLesson[];
  caption: string;
  side: 'learner' | 'instructor';
  sorted: { name: string; way: 'ascending' | 'descending' };
};

/** Past lessons with pick-up and price, as the learner or the instructor among them reads them; the whole row opens the lesson. */
export function FullLessonTable({ lessons, caption, side, sorted }: FullLessonTableProps) {
  const party = side === 'learner' ? texts.instructor : texts.learner;
  const names = [texts.date, texts.time, party, texts.status, texts.pickUp, texts.price, texts.rating];
  return (
    <Table caption={caption} names={names} sorted={sorted}>
      {lessons.map((lesson) => (
        <tr key={lesson.id} className={`relative hover:bg-tint ${row}`}>
          <WhenCells lesson={lesson} isWholeRow />
          <td className={cell}>{side === 'learner' ? lesson.instructor.name : lesson.learner.name}</td>
          <StatusCell status={lesson.status} side={side} />
          <td className={`${cell} break-words ${lesson.pickup ? '@max-tabular:col-span-2' : '@max-tabular:hidden'}`}>
            {lesson.pickup ?? '–'} <span className="figures">{lesson.postalCode}</span>
          </td>
          <td className={`figures ${cell}`}>{formatMoney(lesson.priceCents)}</td>
          <td className={`${cell} @max-tabular:text-right`}>
            <Rating rating={lesson.rating} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

const row =
  'border-line border-t first:border-t-0 @max-tabular:grid @max-tabular:grid-cols-[minmax(0,1fr)_minmax(min-content,auto)] @max-tabular:gap-x-4 @max-tabular:gap-y-0.5 @max-tabular:px-4 @max-tabular:py-3.5 @tabular:first:border-t';
const cell = 'px-4 py-3 @max-tabular:block @max-tabular:px-0 @max-tabular:py-0';

type TableProps = {
  caption: string;
  names: readonly string[];
  sorted?: FullLessonTableProps['sorted'];
  children: ReactNode;
};

function Table({ caption, names, sorted, children }: TableProps) {
  return (
    <div className="card @container overflow-hidden">
      <table className="@max-tabular:block">
        <caption className="unseen">{caption}</caption>
        <thead className="@max-tabular:unseen">
          <tr className="bg-sunken text-left text-note text-soft">
            {names.map((name) => (
              <th
                key={name}
                scope="col"
                aria-sort={name === sorted?.name ? sorted.way : undefined}
                className="px-4 py-2.5 font-semibold"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-tabular:block">{children}</tbody>
      </table>
    </div>
  );
}

function WhenCells({ lesson, isWholeRow = false }: { lesson: TableLesson; isWholeRow?: boolean }) {
  const { id, start, end, instructor } = lesson;
  const zone = instructor.timezone || undefined;
  return (
    <>
      <td className={`figures ${cell}`}>
        <Link
          to={lessonPath(id)}
          className={classNames(
            'inline-flex min-h-6 items-center font-semibold @max-tabular:min-h-11 @tabular:whitespace-nowrap',
            isWholeRow && 'after:absolute after:inset-0',
          )}
        >
          {formatDay(start, zone)} {formatDate(start, zone).slice(-4)}
        </Link>
      </td>
      <td className={`figures @tabular:whitespace-nowrap ${cell} @max-tabular:self-center @max-tabular:text-right`}>
        {formatClock(start, zone)}–{formatClock(end, zone)}
      </td>
    </>
  );
}

function StatusCell({ status, side }: { status: string; side: 'learner' | 'instructor' }) {
  const { word, tone } = statusWords(status, side);
  return (
    <td className={`${cell} @max-tabular:text-right`}>
      <Badge tone={tone}>{word}</Badge>
    </td>
  );
}
