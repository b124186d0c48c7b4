import * as texts from '#texts/account.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { TextAreaField, TextField } from '../../platform/ui/Field.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { SelectField } from '../../platform/ui/Select.tsx';
import { languageHint, languageOptions, optionsWith, timezoneHint, timezoneOptions } from './person-options.ts';
import type { ProfileValues } from './profile-values.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { type ProfileFormState, useProfileForm } from './use-profile-form.ts';

/** Changes the user's own record. Cancel puts back what is saved; an address changes only once its new mailbox confirms. */
export function ProfileForm({ user }: { user: SessionUser }) {
  const form = useProfileForm(user);
  const hasFieldError = (Object.keys(form.values) as (keyof ProfileValues)[]).some((name) => form.errorOf(name));
  return (
    <form
      aria-label={texts.yourDetails}
      onSubmit={form.submit}
      method="post"
      noValidate
      data-saves
      className="grid max-w-[40rem] gap-5 sm:grid-cols-2"
    >
      <h2 className="text-heading sm:col-span-2">{texts.aboutYou}</h2>
      <NameAndAddress form={form} />
      <Preferences form={form} />
      {form.failure && !hasFieldError && (
        <Notice kind="failure" className="sm:col-span-2">
          {messageFor(form.failure, texts.profileNotSaved)}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3 sm:col-span-2">
        <Button variant="secondary" disabled={!form.isChanged && !form.failure} onClick={form.cancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" isBusy={form.isSaving} busyText={texts.saving}>
          {texts.saveChanges}
        </Button>
      </div>
      <UnsavedGuard isUnsaved={form.isChanged && !form.isSaving} />
    </form>
  );
}

function NameAndAddress({ form }: { form: ProfileFormState }) {
  const field = (name: keyof ProfileValues) => ({
    name,
    value: form.values[name],
    onChange: ({ target }: { target: { value: string } }) => form.set(name, target.value),
    error: form.errorOf(name),
  });
  return (
    <>
      <TextField label={texts.firstName} autoComplete="given-name" maxLength={100} {...field('firstName')} />
      <TextField label={texts.lastName} autoComplete="family-name" maxLength={100} {...field('lastName')} />
      <TextField
        label={texts.emailAddress}
        type="email"
        autoComplete="email"
        maxLength={255}
        fieldClassName="sm:col-span-2"
        hint={texts.aNewAddressCountsOnce}
        {...field('email')}
      />
      {form.newEmail && (
        <Notice kind="success" className="sm:col-span-2">
          {texts.weSentALinkToNewEmail({ newEmail: form.newEmail })}
        </Notice>
      )}
      <TextField
        label={texts.phoneNumber}
        type="tel"
        autoComplete="tel"
        maxLength={32}
        hint={texts.shownOnlyOnceALesson}
        {...field('phone')}
      />
      <TextField
        label={texts.location}
        autoComplete="address-level2"
        maxLength={200}
        hint={texts.locationHint}
        {...field('location')}
      />
      <TextAreaField
        label={texts.bio}
        isOptional
        rows={4}
        maxLength={2000}
        fieldClassName="sm:col-span-2"
        {...field('bio')}
      />
    </>
  );
}

function Preferences({ form }: { form: ProfileFormState }) {
  const { language, timezone } = form.values;
  return (
    <>
      <SelectField
        label={texts.preferredLanguage}
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
    </>
  );
}
