import { type FormEvent, useState } from 'react';
import * as texts from '#texts/handOvers.ts';
import { SearchField } from '../../platform/lists/SearchField.tsx';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Radio } from '../../platform/ui/Checkbox.tsx';
import { Dialog, DialogBar } from '../../platform/ui/Dialog.tsx';
import { TextAreaField } from '../../platform/ui/Field.tsx';
import { formatSeries } from '../../platform/ui/format-list.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { useChangeHandOvers, useChoice } from './use-hand-overs.ts';

type AskHandOverProps = {
  learner: string;
  from: string;
  /** What goes along, and what becomes of the money, for who asks. */
  about: string;
  onClose: () => void;
};

/** Asks that a learner goes on with another instructor, who is looked for by name. */
export function AskHandOver({ learner, from, about, onClose }: AskHandOverProps) {
  const tell = useTelling();
  const [q, setQ] = useState('');
  const [to, setTo] = useState('');
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const changing = useChangeHandOvers();
  const { data: found = [] } = useChoice(q, from);
  const chosen = found.some(({ id }) => id === to) ? to : '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (changing.isPending || chosen === '') return;
    const asked = { learner, fromInstructor: from, toInstructor: chosen, note: note.trim() };
    tell(changing.mutateAsync(asked, { onSuccess: onClose }), { done: texts.wasAsked });
  };
  const { error } = changing;
  const wrong =
    isTried && chosen === ''
      ? texts.chooseOne
      : (fieldMessageFor(error, 'toInstructor') ?? fieldMessageFor(error, 'fromInstructor'));
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={texts.anotherInstructor} description={about}>
      <SearchField label={texts.searchInstructor} placeholder={texts.name} value={q} onSearch={setQ} />
      <form method="post" noValidate onSubmit={submit} className="mt-4 grid gap-4">
        <fieldset>
          <legend className="font-semibold">{texts.whoTakesOver}</legend>
          {q === '' && <p className="text-soft">{texts.searchFirst}</p>}
          {q !== '' && found.length === 0 && <p className="text-soft">{texts.nobodyFound}</p>}
          {found.map(({ id, name, areas }) => (
            <Radio
              key={id}
              name="taker"
              label={name}
              note={formatSeries(areas.slice(0, 3))}
              checked={to === id}
              onChange={() => setTo(id)}
            />
          ))}
          {wrong && (
            <p role="alert" className="font-semibold text-red text-note">
              {wrong}
            </p>
          )}
        </fieldset>
        <TextAreaField
          label={texts.note}
          hint={texts.noteHint}
          isOptional
          rows={2}
          maxLength={500}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        {error && <Notice kind="failure">{messageFor(error, texts.notAsked)}</Notice>}
        <DialogBar>
          <Button type="submit" className="min-h-12" isBusy={changing.isPending}>
            {texts.ask}
          </Button>
        </DialogBar>
      </form>
    </Dialog>
  );
}
