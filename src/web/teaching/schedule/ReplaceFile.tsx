import { type ChangeEvent, useId } from 'react';
import * as texts from '#texts/outsideCalendars.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import type { OutsideCalendar, useOutsideCalendars } from './use-outside-calendars.ts';

type ReplaceFileProps = { calendar: OutsideCalendar } & Pick<ReturnType<typeof useOutsideCalendars>, 'replace'>;

/** Sends a calendar that is a file again: what it says stands in place of what the one before said. */
export function ReplaceFile({ calendar, replace }: ReplaceFileProps) {
  const id = useId();
  const tell = useTelling();
  const send = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    target.value = '';
    tell(replace.mutateAsync({ id: calendar.id, file }), {
      done: texts.fileTaken,
      failed: (error) => messageFor(error, texts.fileNotTaken) ?? texts.fileNotTaken,
    });
  };
  return (
    <label
      htmlFor={id}
      aria-busy={replace.isPending || undefined}
      className="btn btn-secondary relative min-h-12 focus-within:outline-2 focus-within:outline-offset-2"
    >
      {texts.sendAgain}
      <span className="unseen">: {calendar.name}</span>
      <input
        id={id}
        type="file"
        accept=".ics,text/calendar"
        disabled={replace.isPending}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={send}
      />
    </label>
  );
}
