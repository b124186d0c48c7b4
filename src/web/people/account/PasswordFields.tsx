import { useMutation } from '@tanstack/react-query';
import * as texts from '#texts/account.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { inline } from '../../platform/ui/inline.ts';
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx';
import { useToast } from '../../platform/ui/Toasts.tsx';
import { PasswordWarning } from '../auth/PasswordWarning.tsx';
import type { SettingsValues } from './settings-values.ts';
import type { SettingsFormState } from './use-settings-form.ts';

type PasswordFieldsProps = { user: SessionUser; form: SettingsFormState; formId: string };

/** The three fields of a new password, saved with the rest of the page. */
export function PasswordFields({ user, form, formId }: PasswordFieldsProps) {
  const field = (name: keyof SettingsValues) => ({
    name,
    form: formId,
    value: form.values[name],
    maxLength: 255,
    error: form.errorOf(name),
    onChange: ({ target }: { target: { value: string } }) => form.set(name, target.value),
  });
  const { sendsMail } = useConfig();
  return (
    <div className="grid gap-5">
      <input type="hidden" form={formId} name="username" autoComplete="username" value={user.email} readOnly />
      <div className="grid gap-1">
        <PasswordInput label={texts.currentPassword} autoComplete="current-password" {...field('oldPassword')} />
        {sendsMail && <NoPassword email={user.email} />}
      </div>
      <div className="grid gap-1.5">
        <PasswordInput
          label={texts.newPassword}
          hint={texts.atLeast8CharactersOther}
          autoComplete="new-password"
          {...field('password')}
        />
        <PasswordWarning
          password={form.values.password}
          known={[user.name, user.email]}
          error={form.errorOf('password')}
        />
      </div>
      <PasswordInput label={texts.confirmNewPassword} autoComplete="new-password" {...field('passwordConfirm')} />
    </div>
  );
}

/** For who signed up with a code or with Google, and for who forgot: a mailed link sets a password without the current one. */
function NoPassword({ email }: { email: string }) {
  const toast = useToast();
  const sending = useMutation({
    mutationFn: async () => (await loadBackend()).collection('users').requestPasswordReset(email),
    onSuccess: () => toast({ text: texts.weSentALinkTo({ email }) }),
    onError: (error) => toast({ text: messageFor(error, texts.mailNotSent) ?? texts.mailNotSent, isFailure: true }),
  });
  return (
    <p className="text-note text-soft">
      {inline(
        texts.noPasswordYetOrForgot({
          button: (text) => (
            <Button
              variant="quiet"
              className="px-1 text-note"
              isBusy={sending.isPending}
              onClick={() => sending.mutate()}
            >
              {text}
            </Button>
          ),
        }),
      )}
    </p>
  );
}
