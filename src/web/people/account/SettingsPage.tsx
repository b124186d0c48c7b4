import { useId, useSyncExternalStore } from 'react';
import { teachPath } from '#rules/paths/teaching-paths.ts';
import * as texts from '#texts/account.ts';
import { followTheme, readTheme, setTheme, type Theme } from '../../platform/ground/theme.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { lookingUntil } from '../../platform/session/own-session.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { SelectField } from '../../platform/ui/Select.tsx';
import { AskedChanges } from './AskedChanges.tsx';
import { AvatarField } from './AvatarField.tsx';
import { CalendarAddress } from './CalendarAddress.tsx';
import { Devices } from './Devices.tsx';
import { NotificationToggles } from './NotificationToggles.tsx';
import { OwnFactors } from './OwnFactors.tsx';
import { PasswordFields } from './PasswordFields.tsx';
import { languageHint, languageOptions, optionsWith, timezoneHint, timezoneOptions } from './person-options.ts';
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
    <div className="grid max-w-[40rem] gap-10 lg:max-w-[56rem]">
      <form
        id={formId}
        aria-label={texts.settings}
        method="post"
        noValidate
        data-saves
        className="contents"
        onSubmit={form.submit}
      />
      <SettingsSection title={texts.profile}>
        <AvatarField user={user} chosen={form.avatar} error={form.errorOf('avatar')} onChoose={form.setAvatar} />
      </SettingsSection>
      <SettingsSection title={texts.security}>
        <AskedChanges user={user} />
        <PasswordFields user={user} form={form} formId={formId} />
        <TwoFactor user={user} />
        {/* By what somebody signs in is not for the staff that look through their account. */}
        {lookingUntil() === undefined && <OwnFactors user={user} />}
      </SettingsSection>
      <NotificationToggles user={user} />
      <Preferences form={form} />
      <SaveBar form={form} formId={formId} />
      {user.role !== 'admin' && (
        <SettingsSection title={texts.teaching} lead={texts.teachLead}>
          <LinkButton to={teachPath} variant="secondary" className="justify-self-start">
            {texts.yourTeachingProfile}
          </LinkButton>
        </SettingsSection>
      )}
      {lookingUntil() === undefined && <Devices user={user} />}
      <YourData user={user} />
      <CalendarAddress />
      <UnsavedGuard isUnsaved={form.isChanged && !form.isSaving} />
    </div>
  );
}

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: texts.asThisDevice },
  { value: 'dark', label: texts.on },
  { value: 'light', label: texts.off },
];

function Preferences({ form }: { form: SettingsFormState }) {
  const { language, timezone } = form.values;
  // The palette changes it, too, while this page is open.
  const theme = useSyncExternalStore(followTheme, readTheme);
  const chooseTheme = (value: string) => setTheme(themes.find((option) => option.value === value)?.value ?? 'system');
  return (
    <SettingsSection title={texts.preferences}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={texts.language}
          hint={languageHint(language)}
          options={optionsWith(languageOptions, language)}
          value={language}
          error={form.errorOf('language')}
          onChange={(value) => form.set('language', value)}
        />
        <SelectField
          label={texts.timezone}
          hint={timezoneHint(timezone)}
          placeholder={texts.noZoneChosen}
          options={optionsWith(timezoneOptions, timezone)}
          value={timezone}
          error={form.errorOf('timezone')}
          onChange={(value) => form.set('timezone', value)}
        />
        <SelectField
          label={texts.darkMode}
          hint={texts.darkModeHint}
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
    <div className="grid gap-4 lg:pl-[16.5rem]">
      {form.failure && !fields.some((name) => form.errorOf(name)) && (
        <Notice kind="failure">{messageFor(form.failure, texts.settingsNotSaved)}</Notice>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="mr-auto text-note text-soft">
          {form.isChanged ? texts.notSavedYet : ''}
        </p>
        <Button variant="secondary" disabled={!form.isChanged && !form.failure} onClick={form.cancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" form={formId} isBusy={form.isSaving} busyText={texts.saving}>
          {texts.saveChanges}
        </Button>
      </div>
    </div>
  );
}
