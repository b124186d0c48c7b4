import * as texts from '#texts/outsideCalendars.ts';
import { formatStart } from '../../platform/ui/format-time.ts';
import type { CalendarQuestion, OutsideCalendar } from './use-outside-calendars.ts';

/** What of a calendar could not be read, as questions with their lines: the owner may be busy then. */
export function CalendarQuestions({ calendar, zone }: { calendar: OutsideCalendar; zone: string }) {
  const { questions, unreadEvents } = calendar;
  const more = unreadEvents - questions.length;
  return (
    <div className="text-soft">
      <p>{texts.someNotUnderstood({ count: unreadEvents })}</p>
      <ul className="mt-1 list-disc pl-5">
        {questions.map((question) => (
          <li key={`${question.line} ${question.kind}`}>{textOf(question, zone)}</li>
        ))}
      </ul>
      {more > 0 && questions.length > 0 && <p>{texts.moreNotUnderstood({ count: more })}</p>}
    </div>
  );
}

function textOf({ line, kind, start }: CalendarQuestion, zone: string): string {
  const said = texts.notUnderstood({ kind, line });
  return start === '' ? said : texts.notUnderstoodAt({ said, when: formatStart(start, zone) });
}
