import { type FormEvent, useState } from 'react';
import { isStaffRole } from '#rules/staff/staff-rights.ts';
import * as texts from '#texts/adminUsers.ts';
import type { Person } from '#wire/users.ts';
import { fieldCodeFor, messageFor } from '../../../platform/session/message-for.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../../platform/ui/Dialog.tsx';
import { TextField } from '../../../platform/ui/Field.tsx';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { useChangePeople } from './use-people.ts';

type DeleteUserProps = { person: Person; onClose: () => void; onSuspendInstead: () => void };

/** Deletes an account once its name is typed. One with lessons or money is refused with what there is, and can be suspended instead; a colleague loses the role first. */
export function DeleteUser({ person, onClose, onSuspendInstead }: DeleteUserProps) {
  const tell = useTelling();
  const user = useSession();
  const [typed, setTyped] = useState('');
  const [mismatch, setMismatch] = useState(false);
  const { remove } = useChangePeople();
  const name = person.name || person.email;
  const isKept = remove.error ? fieldCodeFor(remove.error, 'id') === 'account_has_records' : false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (remove.isPending) return;
    if (typed.trim() !== name) return setMismatch(true);
    tell(remove.mutateAsync(person.id, { onSuccess: onClose }), { done: texts.nameWasDeleted({ name }) });
  };
  const note = user?.id === person.id ? texts.ownAccountNote : isStaffRole(person.role) ? texts.colleagueNote : '';
  if (note !== '') {
    return (
      <Dialog
        isOpen
        onOpenChange={(open) => !open && onClose()}
        title={texts.deleteUser}
        description={note}
        actions={<Button onClick={onClose}>{texts.close}</Button>}
      />
    );
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={texts.deleteName({ name })}
      description={texts.theAccountAndItsNotifications}
    >
      <form method="post" onSubmit={submit} className="grid gap-4">
        <TextField
          label={texts.typeNameToConfirm({ name })}
          autoComplete="off"
          value={typed}
          error={mismatch ? texts.thisIsNotNameType({ name }) : undefined}
          onChange={({ target }) => {
            setTyped(target.value);
            setMismatch(false);
          }}
        />
        {remove.error && <Notice kind="failure">{messageFor(remove.error, texts.theAccountCouldNotBeDeleted)}</Notice>}
        <DialogBar>
          <Button variant="secondary" onClick={onClose}>
            {texts.keepIt}
          </Button>
          {isKept ? (
            <Button onClick={onSuspendInstead}>{texts.suspendInstead}</Button>
          ) : (
            <Button variant="danger" type="submit" isBusy={remove.isPending} busyText={texts.deleting}>
              {texts.deleteUserButton}
            </Button>
          )}
        </DialogBar>
      </form>
    </Dialog>
  );
}
