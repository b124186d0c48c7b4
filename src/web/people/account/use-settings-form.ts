import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as texts from '#texts/account.ts';
import type { SignInAnswer } from '#wire/account.ts';
import { callMarketplace, keepSignIn, loadBackend } from '../../platform/session/backend.ts';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import { renewSession } from '../../platform/session/renew-session.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { useToast } from '../../platform/ui/Toasts.tsx';
import type { NewAvatar } from './AvatarField.tsx';
import {
  asksForPassword,
  changedPreferences,
  noPassword,
  type SettingsErrors,
  type SettingsValues,
  settingsErrors,
  settingsValuesOf,
} from './settings-values.ts';
import { devicesKey } from './use-devices.ts';

type FieldName = keyof SettingsErrors;

/** Everything the settings form knows and can do. Password and the rest are two calls: what one of them saved stays saved. */
export function useSettingsForm(user: SessionUser) {
  const toast = useToast();
  const queries = useQueryClient();
  const saved = settingsValuesOf(user);
  const [values, setValues] = useState(saved);
  const [avatar, setAvatar] = useState<NewAvatar>();
  const [mistakes, setMistakes] = useState<SettingsErrors>({});
  const changes = changedPreferences(values, saved);
  const hasNewPassword = asksForPassword(values);
  const saving = useMutation({
    mutationFn: async () => {
      if (hasNewPassword) {
        await changePassword(values);
        setValues((shown) => ({ ...shown, ...noPassword }));
        void queries.invalidateQueries({ queryKey: devicesKey });
      }
      if (avatar !== undefined || Object.keys(changes).length > 0) await saveRecord(user.id, changes, avatar);
    },
    onSuccess: () => {
      setAvatar(undefined);
      toast({ text: hasNewPassword ? texts.savedOthersSignedOut : texts.settingsSaved });
    },
  });
  return {
    values,
    avatar,
    isChanged: hasNewPassword || avatar !== undefined || Object.keys(changes).length > 0,
    isSaving: saving.isPending,
    failure: saving.error,
    errorOf: (name: FieldName) => mistakes[name] ?? (saving.error ? fieldMessageFor(saving.error, name) : undefined),
    set: (name: keyof SettingsValues, value: string) => {
      setMistakes(({ [name]: _corrected, ...others }) => others);
      setValues((shown) => ({ ...shown, [name]: value }));
    },
    setAvatar,
    cancel: () => {
      setValues(saved);
      setAvatar(undefined);
      setMistakes({});
      saving.reset();
    },
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (saving.isPending) return;
      const found = settingsErrors(values);
      setMistakes(found);
      const [first] = Object.keys(found);
      const field = first && event.currentTarget.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
      else if (hasNewPassword || avatar !== undefined || Object.keys(changes).length > 0) saving.mutate();
      else toast({ text: texts.nothingHasChanged });
    },
  };
}

export type SettingsFormState = ReturnType<typeof useSettingsForm>;

/** The answer's token keeps this device signed in; all others are signed out. */
async function changePassword({ oldPassword, password, passwordConfirm }: SettingsValues): Promise<void> {
  const backend = await loadBackend();
  const body = { oldPassword, password, passwordConfirm };
  await renewSession(async () =>
    keepSignIn(backend, await callMarketplace<SignInAnswer>('POST', 'password', { body })),
  );
}

async function saveRecord(id: string, changes: object, avatar: NewAvatar | undefined): Promise<void> {
  const users = (await loadBackend()).collection('users');
  const picture = avatar && new File([avatar.blob], 'avatar.jpg', { type: avatar.blob.type });
  await users.update(id, { ...changes, ...(avatar === undefined ? {} : { avatar: picture }) });
}
