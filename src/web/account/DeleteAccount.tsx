import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { loadBackend, readMarketplace, signOut } from '../session/backend.ts';
import { fieldMessageFor, messageFor } from '../session/message-for.ts';
import type { SessionUser } from '../session/session.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';

type Obstacles = { lessons: number; payments: number; balances: number };

/** The way out: says what stops it, what goes and what is kept, and takes a typed address and the password. */
export function DeleteAccount({ user }: { user: SessionUser }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 py-4">
      <p className="min-w-0 max-w-[40ch]">
        <b className="font-semibold">Delete account</b>
        <span className="block text-sm text-soft">
          Erases who you are. Lessons and payments are kept for seven years without your name.
        </span>
      </p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Delete your account"
        description="This can’t be taken back, and the account can’t be opened again."
      >
        <Deletion user={user} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

type DeletionProps = { user: SessionUser; onClose: () => void };

function Deletion({ user, onClose }: DeletionProps) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['closing', user.id],
    queryFn: ({ signal }) => readMarketplace<Obstacles>('close-account', {}, signal),
    staleTime: 0,
  });
  if (isError && !data) {
    return (
      <Notice kind="failure">
        Your account could not be looked at.{' '}
        <Button variant="quiet" className="px-1" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (!data) {
    return (
      <AfterDelay what="your account">
        <Skeleton className="h-48 w-full" />
      </AfterDelay>
    );
  }
  if (data.lessons + data.payments + data.balances > 0) return <Stopped obstacles={data} onClose={onClose} />;
  return <DeletionForm user={user} onClose={onClose} />;
}

function Stopped({ obstacles, onClose }: { obstacles: Obstacles; onClose: () => void }) {
  const { lessons, payments, balances } = obstacles;
  return (
    <div className="grid gap-4">
      <Notice kind="attention">Your account can’t be deleted yet. It still has:</Notice>
      <ul className="list-disc pl-6">
        {lessons > 0 && (
          <li>
            {lessons === 1 ? 'one lesson' : `${lessons} lessons`} ahead or in dispute: see your{' '}
            <Link to="/dashboard">dashboard</Link>
          </li>
        )}
        {payments > 0 && <li>{payments === 1 ? 'a payment' : `${payments} payments`} that is not finished</li>}
        {balances > 0 && <li>money that is not paid out or paid back yet</li>}
      </ul>
      <p className="text-soft">Once these are done, come back here.</p>
      <Button variant="secondary" className="justify-self-end" onClick={onClose}>
        Keep my account
      </Button>
    </div>
  );
}

function DeletionForm({ user, onClose }: DeletionProps) {
  const closing = useMutation({
    mutationFn: async (body: { confirmation: string; password: string }) => {
      const backend = await loadBackend();
      return backend.send('/api/marketplace/close-account', { method: 'POST', body });
    },
    onSuccess: () => signOut(),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (closing.isPending) return;
    closing.mutate({ confirmation: String(form.get('confirmation')), password: String(form.get('password')) });
  };
  const errorAt = (name: string) => (closing.error ? fieldMessageFor(closing.error, name) : undefined);
  const isAtField = errorAt('confirmation') ?? errorAt('password');
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={submit}>
      <div className="grid gap-2 text-sm text-soft">
        <p>
          <b className="font-semibold text-ink">Erased at once:</b> your name, address, phone number, picture and notes,
          your messages and notifications, pick-up places, and every way to sign in.
        </p>
        <p>
          <b className="font-semibold text-ink">Kept without your name:</b> lessons, payments and receipts for seven
          years, as business records; ratings you gave, with their text. Instructors: your name stays on learners’
          receipts.
        </p>
      </div>
      <TextField
        label={`Type ${user.email} to confirm`}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        error={errorAt('confirmation')}
      />
      <PasswordInput
        label="Your password"
        name="password"
        autoComplete="current-password"
        maxLength={255}
        error={errorAt('password')}
      />
      {closing.error && !isAtField && (
        <Notice kind="failure">{messageFor(closing.error, 'Your account could not be deleted. Try again.')}</Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Keep my account
        </Button>
        <Button type="submit" variant="danger" isBusy={closing.isPending} busyText="Deleting…">
          Delete for good
        </Button>
      </div>
    </form>
  );
}
