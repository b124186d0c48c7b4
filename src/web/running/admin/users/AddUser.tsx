import { type FormEvent, useState } from 'react';
import * as texts from '#texts/adminUsers.ts';
import { useConfig } from '../../../platform/ground/use-config.ts';
import { fieldMessageFor, messageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../../platform/ui/Dialog.tsx';
import { TextField } from '../../../platform/ui/Field.tsx';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { SelectField } from '../../../platform/ui/Select.tsx';
import { nextOf } from './next-of.ts';
import { roleOptions } from './person-record.ts';
import { useChangePeople } from './use-people.ts';

const nothing = { name: '', email: '', role: 'user' };

/** Makes an account for somebody. What was typed stays when it is refused, or when the window is closed by mistake. */
export function AddUser({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const tell = useTelling();
  const [values, setValues] = useState(nothing);
  const { add } = useChangePeople();
  const { error } = add;
  const { sendsMail } = useConfig();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const person = { ...values, name: values.name.trim(), email: values.email.trim() };
    const onSuccess = () => {
      setValues(nothing);
      onClose();
    };
    tell(add.mutateAsync(person, { onSuccess }), {
      done: ({ asked }) => {
        const added = texts.personNameWasAddedAndGets({ personName: person.name });
        if (sendsMail) return [added, ...asked.map(nextOf)].join('. ');
        return { text: texts.addedWithoutMail({ personName: person.name }), isFailure: true };
      },
    });
  };
  const field = (name: 'name' | 'email') => ({
    name,
    required: true,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
    error: error ? fieldMessageFor(error, name) : undefined,
  });
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={texts.addUser}
      description={texts.invitationNote}
    >
      <form method="post" onSubmit={submit} className="grid gap-4">
        <TextField label={texts.fullName} autoComplete="off" maxLength={255} {...field('name')} />
        <TextField label={texts.email} type="email" autoComplete="off" {...field('email')} />
        <SelectField
          label={texts.role}
          hint={texts.adminRoleNote}
          options={roleOptions}
          value={values.role}
          onChange={(role) => setValues({ ...values, role })}
        />
        {error && <Notice kind="failure">{messageFor(error, texts.accountNotMade)}</Notice>}
        <DialogBar>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" isBusy={add.isPending} busyText={texts.adding}>
            {texts.addUserButton}
          </Button>
        </DialogBar>
      </form>
    </Dialog>
  );
}
