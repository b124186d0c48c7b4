import { useState } from 'react';
import * as texts from '#texts/teaching.ts';
import {
  classNotes,
  languageNames,
  licenceClasses,
  type Profile,
  testCentres,
} from '../../platform/records/profile-record.ts';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import { Radio } from '../../platform/ui/Checkbox.tsx';
import { TextAreaField, TextField } from '../../platform/ui/Field.tsx';
import { formatSeries } from '../../platform/ui/format-list.ts';
import { SelectField } from '../../platform/ui/Select.tsx';
import { AreaChoice } from './AreaChoice.tsx';
import { Choices } from './Choices.tsx';
import { OfferPreview } from './OfferPreview.tsx';
import { StepFrame } from './StepFrame.tsx';
import type { Step } from './steps.ts';
import { type Teaching, useSaving } from './use-teaching.ts';

export type StepProps = { step: Step; teaching: Teaching };

const centreNames: Record<string, string> = { BBDC: texts.centreBbdc, CDC: texts.centreCdc, SSDC: texts.centreSsdc };

const genders = [
  { value: '', label: texts.genderNotSaid },
  { value: 'woman', label: texts.genderWoman },
  { value: 'man', label: texts.genderMan },
];

/** Name and licence classes. */
export function ClassesStep({ step, teaching }: StepProps) {
  const saving = useSaving();
  const { profile } = teaching;
  const [name, setName] = useState(profile.name);
  const [classes, setClasses] = useState(profile.licenceClasses);
  const [isTried, setTried] = useState(false);
  const body = () => {
    setTried(true);
    return name.trim() === '' || classes.length === 0 ? undefined : { name: name.trim(), licenceClasses: classes };
  };
  const options = licenceClasses.map((value) => ({
    value,
    label: texts.licenceClass({ name: value }),
    note: classNotes[value],
  }));
  return (
    <StepFrame step={step} teaching={teaching} body={body} saving={saving}>
      <TextField
        label={texts.nameOnYourLicence}
        hint={texts.learnersSeeThisName}
        autoComplete="name"
        maxLength={255}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={isTried && name.trim() === '' ? texts.writeYourName : fieldMessageFor(saving.error, 'name')}
      />
      <Choices
        label={texts.licenceClasses}
        hint={texts.asOnYourInstructorLicence}
        options={options}
        values={classes}
        onChange={setClasses}
        error={isTried && classes.length === 0 ? texts.chooseAClass : undefined}
      />
    </StepFrame>
  );
}

/** Where learners can be picked up. */
export function AreasStep({ step, teaching }: StepProps) {
  const saving = useSaving();
  const [areas, setAreas] = useState<readonly string[]>(teaching.profile.areas ?? []);
  const [isTried, setTried] = useState(false);
  const body = () => {
    setTried(true);
    return areas.length === 0 ? undefined : { areas };
  };
  return (
    <StepFrame step={step} teaching={teaching} body={body} saving={saving}>
      <AreaChoice
        areas={areas}
        onChange={setAreas}
        error={isTried && areas.length === 0 ? texts.chooseAnArea : fieldMessageFor(saving.error, 'areas')}
      />
      <OfferPreview
        teaching={teaching}
        settings={{ areas: areas.join(',') }}
        sentences={areaSentences(teaching.profile, areas)}
      />
    </StepFrame>
  );
}

/** Who finds the instructor by these areas, and who no longer does. */
function areaSentences({ areas: saved, status }: Profile, areas: readonly string[]): string[] {
  const left = (status === 'draft' || status === 'submitted' ? [] : (saved ?? [])).filter(
    (area) => !areas.includes(area),
  );
  return [
    texts.thenFound({ count: areas.length, areas: formatSeries(areas) }),
    ...(left.length > 0 ? [texts.thenNotFoundIn({ areas: formatSeries(left) })] : []),
  ];
}

/** Languages, home test centre and a few words. */
export function LanguagesStep({ step, teaching }: StepProps) {
  const saving = useSaving();
  const { profile } = teaching;
  const [spoken, setSpoken] = useState(profile.languages);
  const [testCentre, setTestCentre] = useState(profile.testCentre);
  const [gender, setGender] = useState(profile.gender);
  const [bio, setBio] = useState(profile.bio);
  const [isTried, setTried] = useState(false);
  // Learners search by language: who names none is found by nobody who does.
  const body = () => {
    setTried(true);
    return spoken.length === 0 ? undefined : { languages: spoken, testCentre, gender, bio: bio.trim() };
  };
  return (
    <StepFrame step={step} teaching={teaching} body={body} saving={saving}>
      <Choices
        label={texts.languages}
        hint={texts.languagesHint}
        options={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        values={spoken}
        onChange={setSpoken}
        error={isTried && spoken.length === 0 ? texts.chooseALanguage : fieldMessageFor(saving.error, 'languages')}
      />
      <SelectField
        label={texts.testCentre}
        hint={texts.whereYouTakeLearners}
        options={testCentres.map((value) => ({ value, label: centreNames[value] ?? value }))}
        value={testCentre}
        onChange={setTestCentre}
        error={fieldMessageFor(saving.error, 'testCentre')}
      />
      <fieldset>
        <legend className="font-semibold">{texts.genderAsked}</legend>
        <p className="text-note text-soft">{texts.genderHint}</p>
        {genders.map(({ value, label }) => (
          <Radio
            key={value}
            name="gender"
            className="min-h-12"
            label={label}
            checked={gender === value}
            onChange={() => setGender(value)}
          />
        ))}
      </fieldset>
      <TextAreaField
        label={texts.aboutYou}
        hint={texts.aboutYouHint}
        isOptional
        rows={5}
        maxLength={2000}
        value={bio}
        onChange={({ target }) => setBio(target.value)}
        error={fieldMessageFor(saving.error, 'bio')}
      />
    </StepFrame>
  );
}
