import { useId, useState } from 'react';
import { readTheme, setTheme, type Theme } from '../app/theme.ts';
import { messageFor } from '../session/message-for.ts';
import type { SessionUser } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SelectField } from '../ui/Select.tsx';
import { AvatarField } from './AvatarField.tsx';
import { Devices } from './Devices.tsx';
import { NotificationToggles } from './NotificationToggles.tsx';
import { PasswordFields } from './PasswordFields.tsx';
import { languageOptions, optionsWith, timezoneOptions } from './person-options.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { TwoFactor } from './TwoFactor.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { type SettingsFormState, useSettingsForm } from './use-settings-form.ts';
import { YourData } from './YourData.tsx';

/** Picture, security, preferences, devices and the data of the signed-in account. */
export function SettingsPage() {
  const user = useSession();
  return user && <Settings key={user.id} user={user} />;
}

// Two-factor stands among the fields but asks in a form of its own, so the fields name their form instead of standing inside it.
function Settings({ user }: { user: SessionUser }) {
  const formId = useId();
  const form = useSettingsForm(user);
  return (
    <div className="grid max-w-[40rem] gap-10">
      <form
        id={formId}
        aria-label="Settings"
        method="post"
        noValidate
        data-saves
        className="contents"
        onSubmit={form.submit}
      />
      <SettingsSection title="Profile">
        <AvatarField user={user} chosen={form.avatar} error={form.errorOf('avatar')} onChoose={form.setAvatar} />
      </SettingsSection>
      <SettingsSection title="Security">
        <PasswordFields user={user} form={form} formId={formId} />
        <TwoFactor user={user} />
      </SettingsSection>
      <NotificationToggles user={user} />
      <Preferences form={form} />
      <SaveBar form={form} formId={formId} />
      <Devices user={user} />
      <YourData user={user} />
      <UnsavedGuard isUnsaved={form.isChanged && !form.isSaving} />
    </div>
  );
}

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'As this device' },
  { value: 'dark', label: 'On' },
  { value: 'light', label: 'Off' },
];

function Preferences({ form }: { form: SettingsFormState }) {
  const { language, timezone } = form.values;
  const [theme, choose] = useState(readTheme);
  const chooseTheme = (value: string) => {
    const chosen = themes.find((option) => option.value === value)?.value ?? 'system';
    setTheme(chosen);
    choose(chosen);
  };
  return (
    <SettingsSection title="Preferences">
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Language"
          hint="Pages are in English; yours is used once its translation is complete"
          options={optionsWith(languageOptions, language)}
          value={language}
          error={form.errorOf('language')}
          onChange={(value) => form.set('language', value)}
        />
        <SelectField
          label="Timezone"
          hint="For what happens on your account. Lessons are always in Singapore time"
          options={optionsWith(timezoneOptions, timezone)}
          value={timezone}
          error={form.errorOf('timezone')}
          onChange={(value) => form.set('timezone', value)}
        />
        <SelectField
          label="Dark mode"
          hint="Takes effect at once, on this device"
          options={themes}
          value={theme}
          onChange={chooseTheme}
        />
      </div>
    </SettingsSection>
  );
}

const fields = ['avatar', 'oldPassword', 'password', 'passwordConfirm', 'language', 'timezone'] as const;

function SaveBar({ form, formId }: { form: SettingsFormState; formId: string }) {
  return (
    <div className="grid gap-4">
      {form.failure && !fields.some((name) => form.errorOf(name)) && (
        <Notice kind="failure">
          {messageFor(form.failure, 'Your settings could not be saved. What you typed is kept: try again.')}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" form={formId} isBusy={form.isSaving} busyText="Saving…">
          Save Changes
        </Button>
        <Button variant="secondary" disabled={!form.isChanged && !form.failure} onClick={form.cancel}>
          Cancel
        </Button>
        <p role="status" className="text-sm text-soft">
          {form.isChanged ? 'Not saved yet' : ''}
        </p>
      </div>
    </div>
  );
}
