import { UserPlus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { studentPath } from '#rules/paths/teaching-paths.ts';
import * as texts from '#texts/students.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../platform/ui/Dialog.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { useStudentChanges } from './use-student.ts';

/** Writes down somebody the instructor teaches already: a name and a phone number, no account. Leads to their page. */
export function AddOwnLearner({ instructor }: { instructor: string }) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [missing, setMissing] = useState<string>();
  const navigate = useNavigate();
  const { add } = useStudentChanges();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    if (name.trim() === '') return setMissing(texts.nameMissing);
    add.mutate(
      { instructor, name: name.trim(), phone: phone.trim() },
      { onSuccess: ({ id }) => void navigate(studentPath(id)) },
    );
  };
  return (
    <>
      <Button className="min-h-12 text-body" onClick={() => setOpen(true)}>
        <UserPlus size={20} strokeWidth={1.75} aria-hidden />
        {texts.addOwnLearner}
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title={texts.addOwnLearner} description={texts.ownLearnerMeans}>
        <form method="post" onSubmit={submit} className="grid gap-4 text-body" noValidate>
          <TextField
            label={texts.name}
            autoComplete="off"
            maxLength={120}
            value={name}
            error={missing ?? (add.error ? fieldMessageFor(add.error, 'name') : undefined)}
            onChange={({ target }) => {
              setName(target.value);
              setMissing(undefined);
            }}
          />
          <TextField
            label={texts.phone}
            type="tel"
            autoComplete="off"
            isOptional
            maxLength={20}
            value={phone}
            onChange={({ target }) => setPhone(target.value)}
          />
          {add.error && <Notice kind="failure">{messageFor(add.error, texts.notSaved)}</Notice>}
          <DialogBar>
            <Button type="submit" className="min-h-12 text-body" isBusy={add.isPending} busyText={texts.saving}>
              {texts.add}
            </Button>
          </DialogBar>
        </form>
      </Dialog>
    </>
  );
}
