import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/schedule.ts';
import { statusWords } from '../../platform/records/lesson-status.ts';
import { IconButton } from '../../platform/ui/Button.tsx';
import { formatClock, formatDay } from '../../platform/ui/format-time.ts';
import { type CalendarDay, rangeText } from './DayColumn.tsx';
import { isTight } from './day-gaps.ts';
import { gapText } from './gap-text.ts';
import type { TimeOff } from './use-calendar.ts';
import type { Draft } from './use-hours-drag.ts';

type WeekAgendaProps = {
  days: readonly CalendarDay[];
  zone: string;
  today: string;
  nameOf: (learner: string) => string;
  onDraft: (draft: Draft) => void;
  onAdd: (date: string) => void;
  onTimeOff: (timeOff: TimeOff) => void;
};

/** The week on a phone, where seven columns have no room: day after day with its hours, time away and lessons. */
export function WeekAgenda({ days, zone, today, nameOf, onDraft, onAdd, onTimeOff }: WeekAgendaProps) {
  return (
    <ul className="card">
      {days.map(({ date, hours, lessons, moves, gaps, timeOff, busy, holiday }) => {
        const day = formatDay(date, 'UTC');
        return (
          <li key={date} aria-label={day} className="border-line border-t px-4 py-3 first:border-t-0">
            <div className="flex items-center justify-between gap-3">
              <h3 className={date === today ? 'text-green text-title' : 'text-title'}>
                {day}
                {date === today && `, ${texts.todayWord}`}
              </h3>
              <IconButton label={texts.addHoursOrTimeAwayOn({ day })} onClick={() => onAdd(date)}>
                <Plus size={20} strokeWidth={1.75} aria-hidden />
              </IconButton>
            </div>
            {holiday && <p className="text-amber-ink">{holiday}</p>}
            {moves.map(({ key, item, ...range }) => (
              <p key={key} className="figures text-amber-ink">
                {texts.moveAskedAt({ name: nameOf(item.learner), range: rangeText(range) })}
              </p>
            ))}
            <div className="flex flex-wrap gap-2">
              {hours.length === 0 && <span className="text-soft">{texts.closed}</span>}
              {hours.map((open) => (
                <button
                  key={open.key}
                  type="button"
                  className="slot"
                  onClick={() => onDraft({ date, hours: open, range: open })}
                >
                  <span className="unseen">{texts.open} </span>
                  {rangeText(open)}
                </button>
              ))}
              {timeOff.map(({ key, item, ...range }) => (
                <button key={key} type="button" className="btn btn-secondary figures" onClick={() => onTimeOff(item)}>
                  {texts.awayRange({ range: rangeText(range) })}
                </button>
              ))}
            </div>
            {busy.map(({ key, ...range }) => (
              <p key={key} className="figures mt-1 text-soft">
                {texts.busyElsewhere} {rangeText(range)}
              </p>
            ))}
            <ul className="mt-1">
              {lessons.map(({ key, item, ...range }) => (
                <li key={key}>
                  <Link to={lessonPath(item.id)} className="figures flex min-h-12 flex-wrap items-center gap-x-3 py-1">
                    <b className="whitespace-nowrap font-semibold">
                      {formatClock(item.start, zone)}–{formatClock(item.end, zone)}
                    </b>
                    <span className="min-w-0 [overflow-wrap:anywhere]">{nameOf(item.learner || item.ownLearner)}</span>
                    {item.status !== 'confirmed' && (
                      <span className="whitespace-nowrap text-soft">{statusWords(item.status, 'instructor').word}</span>
                    )}
                  </Link>
                  {gaps
                    .filter(({ startMinute }) => startMinute === range.endMinute)
                    .map((gap) => (
                      <p key={gap.key} className={isTight(gap) ? 'font-bold text-red' : 'text-soft'}>
                        {gapText(gap)}
                      </p>
                    ))}
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
