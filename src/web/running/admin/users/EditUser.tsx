import { type FormEvent, useState } from 'react';
import { isStaffRole } from '#rules/staff/staff-rights.ts';
import * as texts from '#texts/adminUsers.ts';
import type { Person } from '#wire/users.ts';
import { fieldMessageFor, messageFor } from '../../../platform/session/message-for.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Checkbox } from '../../../platform/ui/Checkbox.tsx';
import { Dialog, DialogBar } from '../../../platform/ui/Dialog.tsx';
import { TextField } from '../../../platform/ui/Field.tsx';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { SelectField } from '../../../platform/ui/Select.tsx';
import { History } from '../verify/History.tsx';
import { toldOf } from './next-of.ts';
import { roleOptions } from './person-record.ts';
import { useChangePeople, useProfileDecisions } from './use-people.ts';

/** What is decided here of a checked profile; the rest follows from a verification. */
const profileOptions = ['listed', 'paused'].map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

type EditUserProps = {
  person: Person;
  /** Begins with the suspension chosen. */
  suspends?: boolean;
  onClose: () => void;
};

/** Changes an account; each change is in its history afterwards. */
export function EditUser({ person, suspends = false, onClose }: EditUserProps) {
  const tell = useTelling();
  const user = useSession();
  const [opened, setOpened] = useState(() => valuesOf(person));
  const [values, setValues] = useState({ ...opened, suspended: opened.suspended || suspends });
  const [profile, setProfile] = useState(person.instructor?.status ?? '');
  const { change } = useChangePeople();
  const { error } = change;
  const isOwn = user?.id === person.id;
  const suspendedProfile = person.instructor?.status === 'suspended' ? person.instructor.id : undefined;
  const isRestored = person.suspended && !values.suspended && suspendedProfile !== undefined;
  const listing = useListingAgain(suspendedProfile);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const instructor =
      person.instructor && profile !== person.instructor.status
        ? { id: person.instructor.id, status: profile }
        : undefined;
    const restoredProfile = isRestored ? listing.asked : undefined;
    const fields = changedOf(opened, values);
    const onError = (refusal: unknown) => {
      if (fieldMessageFor(refusal, 'after') === undefined) return;
      // The account itself was changed before: what others change of it from now on is not set back by saving again.
      setOpened(values);
      listing.lookAgain();
    };
    const changed = { fields, id: person.id, isColleague: takesTwo(person, values), instructor, restoredProfile };
    tell(change.mutateAsync(changed, { onSuccess: onClose, onError }), {
      done: (asked) => toldOf(asked, fields, values.name || person.email),
    });
  };
  const field = (name: 'name' | 'email' | 'phone' | 'location') => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
    error: refusalAt(error, name, values.email !== opened.email),
  });
  const roleError = error ? (fieldMessageFor(error, 'role') ?? fieldMessageFor(error, 'suspended')) : undefined;
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={texts.editUser}
      description={texts.aNewEmailAddressSigns}
    >
      <form method="post" onSubmit={submit} className="grid gap-4">
        <TextField label={texts.fullName} autoComplete="off" maxLength={255} required {...field('name')} />
        <TextField
          label={texts.email}
          type="email"
          autoComplete="off"
          required
          {...field('email')}
          {...(isOwn ? { readOnly: true, hint: texts.ownAddressElsewhere } : {})}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={texts.phone} type="tel" isOptional autoComplete="off" maxLength={32} {...field('phone')} />
          <TextField label={texts.location} isOptional autoComplete="off" maxLength={200} {...field('location')} />
          <SelectField
            label={texts.role}
            options={roleOptions}
            value={values.role}
            error={roleError}
            isDisabled={isOwn}
            {...(isOwn ? { hint: texts.anotherAdminChangesYours } : {})}
            onChange={(role) => setValues({ ...values, role })}
          />
          {isTeaching(person) && (
            <SelectField
              label={texts.instructorsProfile}
              options={profileOptions}
              value={profile}
              onChange={setProfile}
            />
          )}
        </div>
        {!isOwn && (
          <Suspended
            person={person}
            isSuspended={values.suspended}
            onChange={(suspended) => setValues({ ...values, suspended })}
          />
        )}
        {isRestored && listing.isSuspended && <SuspendedProfile listing={listing} />}
        {error && (
          <Notice kind="failure">
            {fieldMessageFor(error, 'after') ??
              fieldMessageFor(error, 'field') ??
              messageFor(error, texts.theAccountCouldNotBeChanged)}
          </Notice>
        )}
        {listing.meanwhile.length > 0 && <History verifications={listing.meanwhile} title={texts.decidedMeanwhile} />}
        <DialogBar>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" isBusy={change.isPending} busyText={texts.saving}>
            {texts.saveChanges}
          </Button>
        </DialogBar>
      </form>
    </Dialog>
  );
}

/**
 * Listing a suspended profile again with its account. It is asked for by who knows what was decided so far: if somebody decided meanwhile, that is
 * shown, and it has to be asked for anew.
 */
function useListingAgain(instructor: string | undefined) {
  const { data, isFetching, refetch } = useProfileDecisions(instructor);
  const [isChosen, setChosen] = useState(false);
  /** The newest decision that was known when a listing was refused for a later one. */
  const [before, setBefore] = useState<string>();
  const decisions = data?.decisions ?? [];
  const newest = decisions[0]?.id ?? '';
  const isKnown = data !== undefined && !isFetching;
  const known = decisions.findIndex(({ id }) => id === before);
  return {
    isSuspended: data?.isSuspended ?? true,
    isKnown,
    isChosen,
    setChosen,
    asked: instructor && isKnown && isChosen ? { instructor, after: newest } : undefined,
    meanwhile: before === undefined ? [] : decisions.slice(0, known < 0 ? decisions.length : known),
    lookAgain: () => {
      setChosen(false);
      setBefore(newest);
      void refetch();
    },
  };
}

function SuspendedProfile({ listing }: { listing: ReturnType<typeof useListingAgain> }) {
  return (
    <Notice kind="attention">
      <p>{texts.profileStaysSuspended}</p>
      {listing.isKnown && (
        <Checkbox
          label={texts.listProfileAgain}
          checked={listing.isChosen}
          onChange={({ target }) => listing.setChosen(target.checked)}
        />
      )}
    </Notice>
  );
}

type SuspendedProps = { person: Person; isSuspended: boolean; onChange: (suspended: boolean) => void };

function Suspended({ person, isSuspended, onChange }: SuspendedProps) {
  const ofOthers = isTeaching(person) ? texts.suspendedTeacherMeans : texts.suspendedMeans;
  return (
    <Checkbox
      label={isStaffRole(person.role) ? texts.suspendedColleagueMeans : ofOthers}
      checked={isSuspended}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

function isTeaching({ instructor }: Person): boolean {
  return instructor?.status === 'listed' || instructor?.status === 'paused';
}

/** Whether a second administrator confirms what is said of a suspension. That of who teaches is lifted by one alone. */
function takesTwo(person: Person, { suspended }: Values): boolean {
  return isStaffRole(person.role) || (suspended && isTeaching(person));
}

/** What is said at a field; an address is asked for as a value. */
function refusalAt(error: unknown, name: string, isEmailAsked: boolean): string | undefined {
  return (
    fieldMessageFor(error, name) ?? (name === 'email' && isEmailAsked ? fieldMessageFor(error, 'value') : undefined)
  );
}

function valuesOf({ name, email, phone, location, role, suspended }: Person) {
  return { name, email, phone, location, role, suspended };
}

type Values = ReturnType<typeof valuesOf>;

/** What was changed here alone is sent: what somebody else changed meanwhile, as a suspension, is not set back without a word. */
function changedOf(opened: Values, values: Values): Partial<Values> {
  const isChanged = (name: string) => Reflect.get(values, name) !== Reflect.get(opened, name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => isChanged(name)));
}
