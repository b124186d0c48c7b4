import { useState } from 'react';
import * as texts from '#texts/teaching.ts';
import { fieldMessageFor } from '../session/message-for.ts';
import { TextAreaField, TextField } from '../ui/Field.tsx';
import { SelectField } from '../ui/Select.tsx';
import { AreaChoice } from './AreaChoice.tsx';
import { Choices } from './Choices.tsx';
import { classNotes, languageNames, licenceClasses, testCentres } from './profile-record.ts';
import { StepFrame } from './StepFrame.tsx';
import type { Step } from './steps.ts';
import { type Teaching, useSaving } from './use-teaching.ts';

export type StepProps = { step: Step; teaching: Teaching };

const centreNames: Record<string, string> = { BBDC: texts.centreBbdc, CDC: texts.centreCdc, SSDC: texts.centreSsdc };

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
    </StepFrame>
  );
}

/** Languages, home test centre and a few words. */
export function LanguagesStep({ step, teaching }: StepProps) {
  const saving = useSaving();
  const { profile } = teaching;
  const [spoken, setSpoken] = useState(profile.languages);
  const [testCentre, setTestCentre] = useState(profile.testCentre);
  const [bio, setBio] = useState(profile.bio);
  return (
    <StepFrame
      step={step}
      teaching={teaching}
      body={() => ({ languages: spoken, testCentre, bio: bio.trim() })}
      saving={saving}
    >
      <Choices
        label={texts.languages}
        options={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        values={spoken}
        onChange={setSpoken}
        error={fieldMessageFor(saving.error, 'languages')}
      />
      <SelectField
        label={texts.testCentre}
        hint={texts.whereYouTakeLearners}
        options={testCentres.map((value) => ({ value, label: centreNames[value] ?? value }))}
        value={testCentre}
        onChange={setTestCentre}
        error={fieldMessageFor(saving.error, 'testCentre')}
      />
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
