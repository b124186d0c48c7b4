import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as texts from '#texts/account.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { useToast } from '../../platform/ui/Toasts.tsx';
import {
  changedValues,
  type ProfileErrors,
  type ProfileValues,
  profileErrors,
  profileValuesOf,
} from './profile-values.ts';

type Changes = Partial<ProfileValues>;

/** Everything the profile form knows and can do. A changed address waits in `newEmail` until its owner follows the mailed link. */
export function useProfileForm(user: SessionUser) {
  const toast = useToast();
  const saved = profileValuesOf(user);
  const [values, setValues] = useState(saved);
  const [mistakes, setMistakes] = useState<ProfileErrors>({});
  const [newEmail, setNewEmail] = useState<string>();
  const saving = useMutation({
    mutationFn: (changes: Changes) => saveProfile(user.id, changes),
    onSuccess: (_answer, { email, ...changes }) => {
      setValues((shown) => ({ ...shown, ...changes, ...(email ? { email: user.email } : {}) }));
      if (email) setNewEmail(email);
      toast({ text: email ? texts.almostDoneFollowTheLink : texts.profileSaved });
    },
  });
  const changes = changedValues(values, saved);
  return {
    values,
    newEmail,
    isChanged: Object.keys(changes).length > 0,
    isSaving: saving.isPending,
    failure: saving.error,
    errorOf: (name: keyof ProfileValues) => mistakes[name] ?? refusalOf(saving.error, name),
    set: (name: keyof ProfileValues, value: string) => {
      setMistakes(({ [name]: _corrected, ...others }) => others);
      setValues((shown) => ({ ...shown, [name]: value }));
    },
    cancel: () => {
      setValues(saved);
      setMistakes({});
      saving.reset();
    },
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const found = profileErrors(changes);
      setMistakes(found);
      const [first] = Object.keys(found);
      if (first) focusField(event.currentTarget, first);
      else if (Object.keys(changes).length > 0 && !saving.isPending) saving.mutate(changes);
      else toast({ text: texts.nothingHasChanged });
    },
  };
}

export type ProfileFormState = ReturnType<typeof useProfileForm>;

// The client puts the answer into the session, so the page and the user menu follow.
async function saveProfile(id: string, { email, ...changes }: Changes): Promise<void> {
  const users = (await loadBackend()).collection('users');
  if (Object.keys(changes).length > 0) await users.update(id, changes);
  if (email) await users.requestEmailChange(email);
}

function refusalOf(error: unknown, name: keyof ProfileValues): string | undefined {
  if (name !== 'email') return fieldMessageFor(error, name);
  const message = fieldMessageFor(error, 'newEmail');
  return message && texts.thisAddressCantBeUsed;
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
