import { type FormEvent, useState } from 'react';
import * as texts from '#texts/outsideCalendars.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { ConfirmDialog } from '../../platform/ui/Dialog.tsx';
import { Field, TextField } from '../../platform/ui/Field.tsx';
import { formatStart } from '../../platform/ui/format-time.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { CalendarQuestions } from './CalendarQuestions.tsx';
import { LessonLinks } from './LessonLinks.tsx';
import { ReplaceFile } from './ReplaceFile.tsx';
import { isFile, isWaiting, type OutsideCalendar, useConflicts, useOutsideCalendars } from './use-outside-calendars.ts';

type OutsideCalendarsProps = { instructor: string; zone: string; nameOf: (learner: string) => string };

/** Calendars that the instructor keeps elsewhere: nobody can book while one of them says that they are busy. */
export function OutsideCalendars({ instructor, zone, nameOf }: OutsideCalendarsProps) {
  const calendars = useOutsideCalendars(instructor);
  const known = calendars.data ?? [];
  return (
    <section aria-labelledby="outside-calendars" className="card p-5 md:px-6 print:hidden">
      <h2 id="outside-calendars" className="text-heading">
        {texts.yourOtherCalendars}
      </h2>
      <p className="mt-1 mb-4 text-soft">{texts.whatTheyDo}</p>
      <WhenRead read={calendars} what={texts.theCalendars} notLoaded={texts.notLoaded} skeleton="h-24 w-full">
        <ul>
          {known.map((calendar) => (
            <OutsideCalendarLine key={calendar.id} calendar={calendar} zone={zone} calendars={calendars} />
          ))}
        </ul>
        <Conflicts instructor={instructor} zone={zone} nameOf={nameOf} isAsked={known.length > 0} />
        <AddCalendar add={calendars.add} />
      </WhenRead>
    </section>
  );
}

type Calendars = ReturnType<typeof useOutsideCalendars>;

function OutsideCalendarLine({
  calendar,
  zone,
  calendars,
}: {
  calendar: OutsideCalendar;
  zone: string;
  calendars: Calendars;
}) {
  const tell = useTelling();
  const [isAsking, setAsking] = useState(false);
  const { id, name, host } = calendar;
  const isReading = calendars.isReading(calendar);
  const remove = () =>
    tell(calendars.remove.mutateAsync(id), {
      done: texts.calendarRemoved({ name }),
      failed: () => texts.calendarNotRemoved,
    });
  const read = () =>
    tell(calendars.read.mutateAsync(calendar), {
      failed: (error) => messageFor(error, texts.couldNotAsk) ?? texts.couldNotAsk,
    });
  return (
    <li className="border-line border-t py-3">
      <p>
        <b className="font-semibold">{name}</b>{' '}
        <span className="text-soft">{isFile(calendar) ? texts.fromAFile : host}</span>
      </p>
      {calendar.problem === '' ? (
        <p role="status" className="text-soft">
          {lastReading(calendar, zone, isReading)}
        </p>
      ) : (
        <Notice kind="failure" className="my-2">
          {problemText(calendar, zone)}
        </Notice>
      )}
      {calendar.unreadEvents > 0 && <CalendarQuestions calendar={calendar} zone={zone} />}
      <div className="mt-2 flex flex-wrap gap-3">
        {isFile(calendar) && <ReplaceFile calendar={calendar} replace={calendars.replace} />}
        {!isWaiting(calendar) && !isFile(calendar) && (
          <Button
            variant="secondary"
            className="min-h-12"
            isBusy={isReading || calendars.read.isPending}
            busyText={texts.reading}
            onClick={read}
          >
            {texts.readNow}
            <span className="unseen">: {name}</span>
          </Button>
        )}
        <Button variant="quiet" className="min-h-12" onClick={() => setAsking(true)}>
          {texts.remove}
          <span className="unseen">: {name}</span>
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={texts.removeCalendar({ name })}
        description={texts.whatRemovingDoes}
        confirmLabel={texts.remove}
        isHarmful
        isBusy={calendars.remove.isPending}
        onConfirm={remove}
      />
    </li>
  );
}

function lastReading(calendar: OutsideCalendar, zone: string, isReading: boolean): string {
  if (isWaiting(calendar)) return texts.notYetRead;
  const isUnread = isReading || calendar.readAt === '';
  return isUnread ? texts.isBeingRead : texts.lastRead({ when: formatStart(calendar.readAt, zone) });
}

/** What is in the way, since when, and that the times of before still count. */
function problemText({ problem, failingSince, readAt }: OutsideCalendar, zone: string): string {
  const why = texts.whyNotRead({ problem });
  const since = texts.notReadSince({ when: formatStart(failingSince, zone) });
  const before = readAt === '' ? texts.neverRead : texts.timesOfBefore({ when: formatStart(readAt, zone) });
  return `${since} ${why} ${before}`;
}

const shown = 5;

function Conflicts({ instructor, zone, nameOf, isAsked }: OutsideCalendarsProps & { isAsked: boolean }) {
  const { data = [] } = useConflicts(instructor, isAsked);
  if (data.length === 0) return null;
  return (
    <Notice kind="attention" className="mb-4">
      <p>{texts.lessonsOnBusyTimes({ count: data.length })}</p>
      <LessonLinks lessons={data.slice(0, shown)} zone={zone} nameOf={nameOf} />
    </Notice>
  );
}

function AddCalendar({ add }: Pick<Calendars, 'add'>) {
  const tell = useTelling();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [file, setFile] = useState<File>();
  const [isTried, setTried] = useState(false);
  const isNothing = url.trim() === '' && !file;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '' || isNothing || add.isPending) return;
    const fields = { name: name.trim(), ...(file ? { file } : { url: url.trim() }) };
    const onSuccess = () => {
      setName('');
      setUrl('');
      setFile(undefined);
      setTried(false);
    };
    tell(add.mutateAsync(fields, { onSuccess }), { done: texts.calendarAdded });
  };
  const [nameError, urlError, fileError] = ['name', 'url', 'file'].map((field) =>
    add.error ? fieldMessageFor(add.error, field) : undefined,
  );
  return (
    <form method="post" onSubmit={submit} className="lane-top mt-3 grid gap-4 pt-5" noValidate>
      <h3 className="text-title">{texts.addACalendar}</h3>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        maxLength={80}
        value={name}
        error={isTried && name.trim() === '' ? texts.giveItAName : nameError}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={texts.address}
        hint={texts.addressHint}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        value={url}
        error={isTried && isNothing ? texts.giveOneOfBoth : urlError}
        onChange={({ target }) => setUrl(target.value)}
      />
      <Field label={texts.file} hint={texts.fileHint} error={fileError} isOptional>
        {(parts) => (
          <input
            {...parts}
            key={add.submittedAt}
            type="file"
            accept=".ics,text/calendar"
            className="field-box py-2"
            onChange={({ target }) => setFile(target.files?.[0])}
          />
        )}
      </Field>
      {add.error && !nameError && !urlError && !fileError && (
        <Notice kind="failure">{messageFor(add.error, texts.notAdded)}</Notice>
      )}
      <Button
        type="submit"
        variant="secondary"
        className="mr-auto min-h-12"
        isBusy={add.isPending}
        busyText={texts.adding}
      >
        {texts.addTheCalendar}
      </Button>
    </form>
  );
}
