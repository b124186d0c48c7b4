import { Link } from 'react-router';
import * as texts from '#texts/questions.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { formatStart } from '../../ui/format-time.ts';
import type { FigureRow } from './QuestionRows.tsx';
import { daysText, hoursText, shareText } from './question-records.ts';
import { byWords, excuseWords, lateWord } from './reason-words.ts';

type Columns = readonly Column<FigureRow>[];

const instructor: Column<FigureRow> = {
  name: texts.instructor,
  cell: ({ id, name }) => <Link to={`/dashboard/verify?instructor=${id}`}>{name}</Link>,
};
const status: Column<FigureRow> = { name: texts.status, cell: ({ detail }) => detail };
const at = (name: string): Column<FigureRow> => ({
  name,
  cell: ({ at: time }) => <span className="figures whitespace-nowrap">{time === null ? '' : formatStart(time)}</span>,
});

export const fillColumns: Columns = [
  instructor,
  { name: texts.share, isNumber: true, cell: ({ amount, of }) => shareText(amount ?? 0, of ?? 0) },
  { name: texts.hoursTaken, isNumber: true, cell: ({ amount }) => hoursText(amount ?? 0) },
  { name: texts.hoursOpen, isNumber: true, cell: ({ of }) => hoursText(of ?? 0) },
];

export const firstLessonColumns: Columns = [
  {
    name: texts.learner,
    cell: ({ name }) => <Link to={`/dashboard/users?q=${encodeURIComponent(name)}`}>{name}</Link>,
  },
  at(texts.firstLessonOn),
  { name: texts.waited, isNumber: true, cell: ({ amount }) => daysText(amount ?? 0) },
];

export const cancellationColumns: Columns = [
  { name: texts.instructor, cell: ({ id, name }) => <Link to={`/dashboard/lessons/${id}`}>{name}</Link> },
  at(texts.when),
  { name: texts.by, cell: ({ by, isLate }) => `${byWords[by] ?? by}, ${lateWord(isLate)}` },
  { name: texts.reason, cell: ({ detail }) => excuseWords[detail] ?? detail },
];

export const leavingColumns: Columns = [instructor, status, at(texts.lastLesson)];
