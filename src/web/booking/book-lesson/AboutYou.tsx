import { provisionalLicenceYears } from '#rules/licence/licence-road.ts';
import * as texts from '#texts/booking.ts';
import { Checkbox } from '../../platform/ui/Checkbox.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import type { AboutYou } from './use-about-you.ts';

/** The name and number of somebody who books for the first time. Only what is missing is asked for. */
export function WhoYouAre({ about }: { about: AboutYou }) {
  const { lacks } = about;
  if (!lacks.name && !lacks.phone) return null;
  return (
    <>
      <h3 className="text-title">{texts.aboutYou}</h3>
      {lacks.name && (
        <TextField label={texts.yourName} autoComplete="name" maxLength={255} required {...about.text('name')} />
      )}
      {lacks.phone && (
        <TextField
          label={texts.phoneNumber}
          hint={texts.phoneHint}
          type="tel"
          autoComplete="tel"
          maxLength={32}
          required
          {...about.text('phone')}
        />
      )}
    </>
  );
}

/** What the law wants said before a first lesson; no number of the licence is asked for, and its date may be left out. */
export function LawTicks({ about }: { about: AboutYou }) {
  const { lacks, errors, isAdult, sayAdult } = about;
  return (
    <>
      {lacks.licence && (
        <TextField
          label={texts.licenceValidUntil}
          hint={texts.licenceHint}
          isOptional
          type="date"
          max="2999-12-31"
          {...about.text('licence')}
        />
      )}
      {lacks.adult && (
        <Checkbox
          name="isAdult"
          label={
            lacks.licence
              ? texts.iAmAdultWithLicence({ years: provisionalLicenceYears })
              : texts.iAmAdult({ years: provisionalLicenceYears })
          }
          error={errors.isAdult}
          checked={isAdult}
          onChange={({ target }) => sayAdult(target.checked)}
        />
      )}
    </>
  );
}
