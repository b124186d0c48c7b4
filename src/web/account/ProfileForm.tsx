import { messageFor } from '../session/message-for.ts';
import type { SessionUser } from '../session/session.ts';
import { Button } from '../ui/Button.tsx';
import { TextAreaField, TextField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SelectField } from '../ui/Select.tsx';
import { languageOptions, optionsWith, timezoneOptions } from './person-options.ts';
import type { ProfileValues } from './profile-values.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { type ProfileFormState, useProfileForm } from './use-profile-form.ts';

/** Changes the user's own record. Cancel puts back what is saved; an address changes only once its new mailbox confirms. */
export function ProfileForm({ user }: { user: SessionUser }) {
  const form = useProfileForm(user);
  const hasFieldError = (Object.keys(form.values) as (keyof ProfileValues)[]).some((name) => form.errorOf(name));
  return (
    <form
      aria-label="Your details"
      onSubmit={form.submit}
      method="post"
      noValidate
      data-saves
      className="grid max-w-[40rem] gap-5 sm:grid-cols-2"
    >
      <h2 className="text-2xl sm:col-span-2">About you</h2>
      <NameAndAddress form={form} />
      <Preferences form={form} />
      {form.failure && !hasFieldError && (
        <Notice kind="failure" className="sm:col-span-2">
          {messageFor(form.failure, 'Your profile could not be saved. What you typed is kept: try again.')}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button variant="secondary" disabled={!form.isChanged && !form.failure} onClick={form.cancel}>
          Cancel
        </Button>
        <Button type="submit" isBusy={form.isSaving} busyText="Saving…">
          Save Changes
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
      <TextField label="First Name" autoComplete="given-name" maxLength={100} {...field('firstName')} />
      <TextField label="Last Name" autoComplete="family-name" maxLength={100} {...field('lastName')} />
      <TextField
        label="Email Address"
        type="email"
        autoComplete="email"
        maxLength={255}
        fieldClassName="sm:col-span-2"
        hint="A new address counts once you follow the link we send there. It asks for your password"
        {...field('email')}
      />
      {form.newEmail && (
        <Notice kind="success" className="sm:col-span-2">
          We sent a link to {form.newEmail}. Open it within 30 minutes; until then you sign in with the old address. All
          devices have to sign in again afterwards.
        </Notice>
      )}
      <TextField
        label="Phone Number"
        type="tel"
        autoComplete="tel"
        maxLength={32}
        hint="Shown only once a lesson is confirmed"
        {...field('phone')}
      />
      <TextField
        label="Location"
        autoComplete="address-level2"
        maxLength={200}
        hint="The town you live in, such as Bedok"
        {...field('location')}
      />
      <TextAreaField
        label="Bio"
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
        label="Preferred language"
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
    </>
  );
}
