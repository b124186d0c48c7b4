import { type FormEvent, useState } from 'react';
import { fieldMessageFor, messageFor } from '../../session/message-for.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/Select.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { roleOptions } from './person-record.ts';
import { useChangePeople } from './use-people.ts';

const nothing = { name: '', email: '', role: 'user' };

/** Makes an account for somebody. What was typed stays when it is refused, or when the window is closed by mistake. */
export function AddUser({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const toast = useToast();
  const [values, setValues] = useState(nothing);
  const { add } = useChangePeople();
  const { error } = add;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const person = { ...values, name: values.name.trim(), email: values.email.trim() };
    add.mutate(person, {
      onSuccess: ({ isMailed }) => {
        const text = isMailed
          ? `${person.name} was added and gets a mail`
          : `${person.name} was added, but the mail could not be sent. “Forgot password” sends it again.`;
        toast({ text, isFailure: !isMailed });
        setValues(nothing);
        onClose();
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
      title="Add User"
      description="They get a mail with a link to choose a password. Until then the account is pending."
    >
      <form method="post" onSubmit={submit} className="grid gap-4">
        <TextField label="Full name" autoComplete="off" maxLength={255} {...field('name')} />
        <TextField label="Email" type="email" autoComplete="off" {...field('email')} />
        <SelectField
          label="Role"
          hint="An admin can read and change every account."
          options={roleOptions}
          value={values.role}
          onChange={(role) => setValues({ ...values, role })}
        />
        {error && (
          <Notice kind="failure">
            {messageFor(error, 'The account could not be made. What you typed is kept: try again.')}
          </Notice>
        )}
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={add.isPending} busyText="Adding…">
            Add user
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
