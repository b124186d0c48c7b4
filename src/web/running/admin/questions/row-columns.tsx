import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { instructorFilePath, personPath } from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/questions.ts';
import type { FigureRow } from '#wire/questions.ts';
import type { Column } from '../../../platform/lists/DataTable.tsx';
import { formatDate, formatStart } from '../../../platform/ui/format-time.ts';
import { hoursWords } from './hours-words.ts';
import { daysText, hoursText, shareText } from './question-records.ts';
import { byWords, excuseWords, lateWord } from './reason-words.ts';

type Columns = readonly Column<FigureRow>[];

const instructor: Column<FigureRow> = {
  name: texts.instructor,
  cell: ({ id, name }) => <Link to={instructorFilePath(id)}>{name}</Link>,
};
const learner: Column<FigureRow> = {
  name: texts.learner,
  // Of a closed account there is no name.
  cell: ({ id, name }) => (name ? <Link to={personPath(id)}>{name}</Link> : texts.accountIsGone),
};
const status: Column<FigureRow> = { name: texts.status, cell: ({ detail }) => detail };
const at = (name: string): Column<FigureRow> => ({
  name,
  cell: ({ at: time }) => <span className="figures whitespace-nowrap">{time === null ? '' : formatStart(time)}</span>,
});

export const searchColumns: Columns = [
  { name: texts.searchedOn, cell: ({ at: day }) => (day === null ? '' : formatDate(day)) },
  { name: texts.area, cell: ({ name }) => name || texts.anywhere },
  { name: texts.hours, cell: ({ fromHour, toHour }) => hoursWords(fromHour ?? 0, toHour ?? 24) },
  { name: texts.foundNobody, isNumber: true, cell: ({ amount }) => amount },
  { name: texts.allSearches, isNumber: true, cell: ({ of }) => of },
];

export const fillColumns: Columns = [
  instructor,
  { name: texts.share, isNumber: true, cell: ({ amount, of }) => shareText(amount ?? 0, of ?? 0) },
  { name: texts.hoursTaken, isNumber: true, cell: ({ amount }) => hoursText(amount ?? 0) },
  { name: texts.hoursOpen, isNumber: true, cell: ({ of }) => hoursText(of ?? 0) },
];

export const firstLessonColumns: Columns = [
  learner,
  at(texts.firstLessonOn),
  { name: texts.waited, isNumber: true, cell: ({ amount }) => daysText(amount ?? 0) },
];

export const cancellationColumns: Columns = [
  { name: texts.instructor, cell: ({ id, name }) => <Link to={lessonPath(id)}>{name}</Link> },
  at(texts.when),
  { name: texts.by, cell: ({ by, isLate }) => `${byWords[by] ?? by}, ${lateWord(isLate)}` },
  { name: texts.reason, cell: ({ detail }) => excuseWords[detail] ?? detail },
];

export const leavingColumns: Columns = [instructor, status, at(texts.lastLesson)];

export const cohortColumns: Columns = [
  learner,
  at(texts.firstLessonOn),
  { name: texts.lessonsInTheMonth, isNumber: true, cell: ({ amount }) => amount },
];
