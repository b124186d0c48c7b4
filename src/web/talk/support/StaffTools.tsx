import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { answersPath } from '#rules/paths/help-paths.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { personPath } from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/supportDesk.ts';
import type { JoinableAnswer } from '#wire/support.ts';
import { OthersHere } from '../../platform/desk/OthersHere.tsx';
import { readMarketplace } from '../../platform/session/backend.ts';
import { messageOf } from '../../platform/session/message-of.ts';
import { useRight } from '../../platform/session/use-right.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { formatStart } from '../../platform/ui/format-time.ts';
import { SelectField } from '../../platform/ui/Select.tsx';
import { RequestQueue } from './RequestQueue.tsx';
import type { SupportRequest } from './support-record.ts';
import { useChangeJoins, useJoins, useSavedAnswers } from './use-support-desk.ts';

/** What those who answer requests have beside one: the queue, who else has it open, and what it is about. */
export function StaffTools({ request }: { request: SupportRequest }) {
  return (
    <div className="mb-5 grid gap-4">
      <RequestQueue at={request.id} />
      <OthersHere id={request.id} />
      <Joined request={request.id} />
    </div>
  );
}

const kinds: Readonly<Record<string, string>> = {
  lesson: texts.lesson,
  payment: texts.payment,
  person: texts.person,
};

const methods: Readonly<Record<string, string>> = {
  card: texts.byCard,
  paynow: texts.byPayNow,
  credit: texts.byCredit,
};

function useJoinable(request: string) {
  return useQuery({
    queryKey: ['support', 'joinable', request],
    queryFn: ({ signal }) => readMarketplace<JoinableAnswer>(`support-requests/${request}/joinable`, {}, signal),
  });
}

/** With whom a lesson is or how was paid, and when, which tells it from others of the same name; of a person the name alone. */
function nameOf({ kind, name, at }: JoinableAnswer['items'][number]): string {
  if (kind === 'person') return name;
  const said = kind === 'payment' ? (methods[name] ?? name) : name;
  return [said, at && formatStart(at)].filter(Boolean).join(', ');
}

function nameIn(items: JoinableAnswer['items'], record: string): string | undefined {
  const found = items.find((item) => item.record === record);
  return found && nameOf(found);
}

function Joined({ request }: { request: string }) {
  const tell = useTelling();
  const joins = useJoins(request).data ?? [];
  const joinable = useJoinable(request).data?.items ?? [];
  const named = joins.map((join) => ({ ...join, label: nameIn(joinable, join.record) ?? join.label }));
  const changing = useChangeJoins(request);
  const [isOpen, setOpen] = useState(false);
  const remove = (id: string) =>
    tell(changing.mutateAsync({ id }), { failed: (error) => messageOf(error, texts.notChanged) });
  return (
    <section aria-label={texts.whatItIsAbout} className="grid gap-2">
      {joins.length > 0 && (
        <ul className="card">
          {named.map(({ id, kind, record, label }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b px-4 py-1 last:border-b-0"
            >
              <span className="[overflow-wrap:anywhere]">
                <span className="text-soft">{kinds[kind] ?? kind}:</span> <JoinedName {...{ kind, record, label }} />
              </span>
              <Button variant="quiet" disabled={changing.isPending} onClick={() => remove(id)}>
                {texts.takeAway}
                <span className="unseen"> {label}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isOpen && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          {texts.joinToSomething}
        </Button>
      )}
      {isOpen && <Choose request={request} onDone={() => setOpen(false)} />}
    </section>
  );
}

/** Its name, and the way to it for those whose role opens it. */
function JoinedName({ kind, record, label }: { kind: string; record: string; label: string }) {
  const [seesLessons, seesUsers] = [useRight('lessons'), useRight('users')];
  const name = label || record;
  if (kind === 'lesson' && seesLessons) return <Link to={lessonPath(record)}>{name}</Link>;
  if (kind === 'person' && seesUsers) {
    return <Link to={personPath(record)}>{name}</Link>;
  }
  return name;
}

function Choose({ request, onDone }: { request: string; onDone: () => void }) {
  const tell = useTelling();
  const changing = useChangeJoins(request);
  const [chosen, setChosen] = useState('');
  const { data } = useJoinable(request);
  const options = (data?.items ?? []).map((item) => ({
    value: `${item.kind} ${item.record}`,
    label: [kinds[item.kind], nameOf(item)].join(', '),
  }));
  const join = () => {
    const [kind = '', record = ''] = chosen.split(' ');
    if (record === '') return;
    tell(changing.mutateAsync({ kind, record }, { onSuccess: onDone }), {
      failed: (error) => messageOf(error, texts.notChanged),
    });
  };
  if (data && options.length === 0) return <p className="text-soft">{texts.nothingToJoin}</p>;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-60 grow">
        <SelectField label={texts.joinTo} options={options} value={chosen} onChange={setChosen} />
      </div>
      <Button disabled={chosen === ''} isBusy={changing.isPending} onClick={join}>
        {texts.join}
      </Button>
      <Button variant="quiet" onClick={onDone}>
        {texts.cancel}
      </Button>
    </div>
  );
}

/** Puts a saved answer into what is being written. */
export function SavedAnswers({ onChoose }: { onChoose: (text: string) => void }) {
  const { data = [] } = useSavedAnswers();
  const options = data.map(({ id, title }) => ({ value: id, label: title }));
  return (
    <div className="mb-2 flex flex-wrap items-end gap-3">
      {options.length > 0 && (
        <div className="min-w-48 max-w-80 grow">
          <SelectField
            label={texts.savedAnswer}
            placeholder={texts.chooseAnAnswer}
            options={options}
            value=""
            onChange={(id) => onChoose(data.find((answer) => answer.id === id)?.text ?? '')}
          />
        </div>
      )}
      <Link to={answersPath} className="inline-flex min-h-11 items-center">
        {texts.editSavedAnswers}
      </Link>
    </div>
  );
}
