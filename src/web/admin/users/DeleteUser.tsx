import { type FormEvent, useState } from 'react';
import { fieldCodeFor, messageFor } from '../../session/message-for.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import type { Person } from './person-record.ts';
import { useChangePeople } from './use-people.ts';

type DeleteUserProps = { person: Person; onClose: () => void; onSuspendInstead: () => void };

/** Deletes an account once its name is typed. One with lessons or money is refused with what there is, and can be suspended instead. */
export function DeleteUser({ person, onClose, onSuspendInstead }: DeleteUserProps) {
  const toast = useToast();
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
    remove.mutate(person.id, {
      onSuccess: () => {
        toast({ text: `${name} was deleted` });
        onClose();
      },
    });
  };
  if (user?.id === person.id) {
    return (
      <Dialog
        isOpen
        onOpenChange={(open) => !open && onClose()}
        title="Delete User"
        description="This is the account you are signed in with. Another admin can delete it."
        actions={<Button onClick={onClose}>Close</Button>}
      />
    );
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${name}?`}
      description="The account and its notifications are removed for good. An account with lessons, payments or an instructor’s profile is kept, because such records have to be."
    >
      <form method="post" onSubmit={submit} className="grid gap-4">
        <TextField
          label={`Type “${name}” to confirm`}
          autoComplete="off"
          value={typed}
          error={mismatch ? `This is not “${name}”. Type the name as it stands there.` : undefined}
          onChange={({ target }) => {
            setTyped(target.value);
            setMismatch(false);
          }}
        />
        {remove.error && (
          <Notice kind="failure">
            {messageFor(remove.error, 'The account could not be deleted. It is as it was: try again.')}
          </Notice>
        )}
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Keep it
          </Button>
          {isKept ? (
            <Button onClick={onSuspendInstead}>Suspend instead</Button>
          ) : (
            <Button variant="danger" type="submit" isBusy={remove.isPending} busyText="Deleting…">
              Delete user
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
