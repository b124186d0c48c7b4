import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { dashboardPath } from '#rules/paths/account-paths.ts';
import { keptThings } from '#rules/privacy/kept-for.ts';
import * as texts from '#texts/account.ts';
import { formatUnit } from '#texts/format-number.ts';
import type { ClosingPlanAnswer } from '#wire/cancelling.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { forgetWork } from '../../platform/offline/forget-work.ts';
import { callMarketplace, readMarketplace, signOut } from '../../platform/session/backend.ts';
import { fieldCodeFor, fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { refusedFields } from '../../platform/session/server-errors.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../platform/ui/Dialog.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { type OwnProof, PasswordOrCode, readOwnProof } from '../auth/PasswordOrCode.tsx';
import { CancelledWithAccount } from './CancelledWithAccount.tsx';

/** The way out: says what stops it, what goes and what is kept, and takes a typed address and the password, or a mailed code. */
export function DeleteAccount({ user }: { user: SessionUser }) {
  const [isOpen, setOpen] = useState(false);
  const kept = useKeptYears();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 py-4">
      <p className="min-w-0 max-w-[40ch]">
        <b className="font-semibold">{texts.deleteAccount}</b>
        <span className="block text-note text-soft">{texts.erasesWhoYouAreLessons({ kept })}</span>
      </p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {texts.deleteMyAccount}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={texts.deleteYourAccount}
        description={texts.thisCantBeTakenBack}
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
    queryFn: ({ signal }) => readMarketplace<ClosingPlanAnswer>('close-account', {}, signal),
    staleTime: 0,
    // While the window is open it says what was agreed to.
    refetchOnWindowFocus: false,
  });
  if (isError && !data) {
    return (
      <Notice kind="failure">
        {inline(
          texts.accountNotLooked({
            button: (text) => (
              <Button variant="quiet" className="px-1" onClick={() => void refetch()}>
                {text}
              </Button>
            ),
          }),
        )}
      </Notice>
    );
  }
  if (!data) {
    return (
      <AfterDelay what={texts.yourAccount}>
        <Skeleton className="h-48 w-full" />
      </AfterDelay>
    );
  }
  if (data.lessons + data.payments + data.balances > 0) return <Stopped obstacles={data} onClose={onClose} />;
  return <DeletionForm user={user} plan={data} onChanged={() => void refetch()} onClose={onClose} />;
}

function isPlanChanged(error: unknown): boolean {
  return refusedFields(error).some(({ code }) => code === 'plan_changed');
}

/** For how long at least business records are kept. */
function useKeptYears(): string {
  return formatUnit(usePolicy().bookingYears, 'year');
}

function Stopped({ obstacles, onClose }: { obstacles: ClosingPlanAnswer; onClose: () => void }) {
  const { lessons, payments, balances } = obstacles;
  return (
    <div className="grid gap-4">
      <Notice kind="attention">{texts.yourAccountCantBeDeleted}</Notice>
      <ul className="list-disc pl-6">
        {lessons > 0 && (
          <li>
            {inline(texts.lessonsInTheWay({ lessons, dashboard: (text) => <Link to={dashboardPath}>{text}</Link> }))}
          </li>
        )}
        {payments > 0 && <li>{texts.paymentsPaymentsThatIsNot({ payments })}</li>}
        {balances > 0 && <li>{texts.moneyThatIsNotPaid}</li>}
      </ul>
      <p className="text-soft">{texts.onceTheseAreDoneCome}</p>
      <Button variant="secondary" className="justify-self-end" onClick={onClose}>
        {texts.keepMyAccount}
      </Button>
    </div>
  );
}

type FormProps = DeletionProps & { plan: ClosingPlanAnswer; onChanged: () => void };

function DeletionForm({ user, plan, onChanged, onClose }: FormProps) {
  const kept = useKeptYears();
  const closing = useMutation({
    mutationFn: (body: OwnProof & { confirmation: string; agreed: string }) =>
      callMarketplace('POST', 'close-account', { body }),
    onSuccess: () => {
      forgetWork();
      return signOut();
    },
    onError: (error) => {
      if (isPlanChanged(error)) onChanged();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (closing.isPending) return;
    closing.mutate({ ...readOwnProof(form), confirmation: String(form.get('confirmation')), agreed: plan.plan });
  };
  const errorAt = (name: string) => (closing.error ? fieldMessageFor(closing.error, name) : undefined);
  const isAtField = errorAt('confirmation') ?? errorAt('password') ?? errorAt('code');
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={submit}>
      <CancelledWithAccount plan={plan} />
      <div className="grid gap-2 text-note text-soft">
        <p>
          {inline(
            texts.erasedAtOnceYourName({
              bankDays: formatUnit(keptThings.refundPayees.count, 'day'),
              b: (text) => <b className="font-semibold text-ink">{text}</b>,
            }),
          )}
        </p>
        <p>
          {inline(
            texts.keptWithoutYourNameLessons({ kept, b: (text) => <b className="font-semibold text-ink">{text}</b> }),
          )}
        </p>
      </div>
      <TextField
        label={texts.typeEmailToConfirm({ email: user.email })}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        error={errorAt('confirmation')}
      />
      <PasswordOrCode
        label={texts.yourPassword}
        email={user.email}
        errors={{ password: errorAt('password'), code: fieldCodeFor(closing.error, 'code') }}
      />
      {closing.error && !isAtField && (
        <Notice kind="failure">
          {isPlanChanged(closing.error)
            ? texts.changedLookAgain
            : messageFor(closing.error, texts.yourAccountCouldNotBeDeleted)}
        </Notice>
      )}
      <DialogBar>
        <Button variant="secondary" onClick={onClose}>
          {texts.keepMyAccount}
        </Button>
        <Button type="submit" variant="danger" isBusy={closing.isPending} busyText={texts.deleting}>
          {texts.deleteForGood}
        </Button>
      </DialogBar>
    </form>
  );
}
