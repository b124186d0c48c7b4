import { useState } from 'react';
import { stepHours } from '#rules/cancellation/cancellation-terms.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/teaching.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import type { Profile } from '../../platform/records/profile-record.ts';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import { Checkbox, Radio } from '../../platform/ui/Checkbox.tsx';
import { formatMinutes } from '../../platform/ui/format-time.ts';
import { SelectField } from '../../platform/ui/Select.tsx';
import { OfferPreview } from './OfferPreview.tsx';
import type { StepProps } from './OfferSteps.tsx';
import { StepFrame } from './StepFrame.tsx';
import { useSaving } from './use-teaching.ts';

const fields = [
  'slotStepMinutes',
  'minNoticeMinutes',
  'horizonDays',
  'gapMinutes',
  'maxLessonsPerDay',
  'maxLessonsPerWeek',
  'maxPerLearnerPerWeek',
] as const;
type NumberField = (typeof fields)[number];
type Values = Pick<Profile, NumberField | 'instantBooking' | 'considersTravel' | 'worksHolidays' | 'cancellationHours'>;

const choices: Record<NumberField, readonly number[]> = {
  slotStepMinutes: [15, 30, 60, 0],
  minNoticeMinutes: [120, 240, 360, 720, 1440, 2880, 4320],
  horizonDays: [14, 28, 42, 56, 84],
  gapMinutes: [0, 15, 30, 45, 60],
  maxLessonsPerDay: [0, 2, 3, 4, 5, 6, 7, 8, 10],
  maxLessonsPerWeek: [0, 5, 8, 10, 12, 15, 20, 25, 30, 40],
  maxPerLearnerPerWeek: [0, 1, 2, 3, 4, 5, 7],
};

const hours = (minutes: number) => formatUnit(minutes / 60, 'hour');
const lessons = (count: number) => (count === 0 ? texts.noLimit : texts.lessonCount({ count }));

const words: Record<NumberField, { label: string; hint?: string; option: (value: number) => string }> = {
  slotStepMinutes: {
    label: texts.stepLabel,
    hint: texts.stepHint,
    option: (minutes) => (minutes === 0 ? texts.oneAfterTheOther : texts.everyMinutes({ minutes })),
  },
  minNoticeMinutes: { label: texts.noticeLabel, hint: texts.noticeHint, option: hours },
  horizonDays: { label: texts.horizonLabel, option: (days) => formatUnit(days / 7, 'week') },
  gapMinutes: {
    label: texts.gapLabel,
    hint: texts.gapHint,
    option: (minutes) => (minutes === 0 ? texts.noGap : formatMinutes(minutes)),
  },
  maxLessonsPerDay: { label: texts.perDayLabel, option: lessons },
  maxLessonsPerWeek: { label: texts.perWeekLabel, option: lessons },
  maxPerLearnerPerWeek: { label: texts.perLearnerLabel, option: lessons },
};

/** How learners may book, in plain words; nothing of it touches what is booked already. */
export function BookingStep({ step, teaching }: StepProps) {
  const saving = useSaving();
  const policy = usePolicy();
  const [values, setValues] = useState<Values>(() => valuesOf(teaching.profile, policy.horizonDays));
  const set = (change: Partial<Values>) => setValues({ ...values, ...change });
  return (
    <StepFrame step={step} teaching={teaching} body={() => values} saving={saving}>
      <fieldset>
        <legend className="font-semibold">{texts.howBooked}</legend>
        <Radio
          name="instant"
          className="min-h-12 py-1.5"
          label={texts.bookedAtOnce}
          checked={values.instantBooking}
          onChange={() => set({ instantBooking: true })}
        />
        <Radio
          name="instant"
          className="min-h-12 py-1.5"
          label={texts.bookedByHand({ hours: formatUnit(policy.requestLapseHours, 'hour') })}
          checked={!values.instantBooking}
          onChange={() => set({ instantBooking: false })}
        />
      </fieldset>
      <fieldset>
        <legend className="font-semibold">{texts.freeCancelling}</legend>
        {[24, 48].map((count) => (
          <Radio
            key={count}
            name="cancelling"
            className="min-h-12 py-1.5"
            label={texts.untilHoursBefore({ hours: freeHours(count, policy) })}
            checked={values.cancellationHours === count}
            onChange={() => set({ cancellationHours: count })}
          />
        ))}
      </fieldset>
      <div className="grid items-end gap-5 sm:grid-cols-2">
        {fields.map((name) => (
          <SelectField
            key={name}
            label={words[name].label}
            {...(words[name].hint ? { hint: words[name].hint } : {})}
            options={optionsOf(name, values[name])}
            value={String(values[name])}
            onChange={(value) => set({ [name]: Number(value) })}
            error={fieldMessageFor(saving.error, name)}
          />
        ))}
      </div>
      <div>
        <Checkbox
          className="min-h-12 py-1.5"
          label={texts.considersTravel}
          aria-describedby="considers-travel"
          checked={values.considersTravel}
          onChange={({ target }) => set({ considersTravel: target.checked })}
        />
        <p id="considers-travel" className="text-soft">
          {texts.considersTravelHint}
        </p>
      </div>
      <Checkbox
        className="min-h-12 py-1.5"
        label={texts.iWorkOnHolidays}
        checked={values.worksHolidays}
        onChange={({ target }) => set({ worksHolidays: target.checked })}
      />
      <OfferPreview teaching={teaching} settings={settingsOf(values)} sentences={sentencesOf(values, policy)} />
    </StepFrame>
  );
}

/** What decides which free times learners see. */
function settingsOf(values: Values) {
  const { slotStepMinutes, minNoticeMinutes, horizonDays, gapMinutes, maxLessonsPerDay, maxLessonsPerWeek } = values;
  const choices = { worksHolidays: String(values.worksHolidays), considersTravel: String(values.considersTravel) };
  return {
    slotStepMinutes,
    minNoticeMinutes,
    horizonDays,
    gapMinutes,
    maxLessonsPerDay,
    maxLessonsPerWeek,
    ...choices,
  };
}

/** The two kinds of terms are called by 24 and 48; how many hours they are, the policy in force says. */
function freeHours(cancellationHours: number, policy: PolicyValues): string {
  return formatUnit(stepHours({ cancellationHours }, policy)[0] ?? 0, 'hour');
}

/** What a learner gets of the other choices. */
function sentencesOf({ instantBooking, cancellationHours, maxPerLearnerPerWeek }: Values, policy: PolicyValues) {
  const lapse = formatUnit(policy.requestLapseHours, 'hour');
  const lapseShort = formatUnit(policy.requestLapseShortHours, 'hour');
  const below = formatUnit(policy.requestShortBelowHours, 'hour');
  return [
    instantBooking ? texts.thenBookedAtOnce : texts.thenAskedFirst({ lapse, lapseShort, below }),
    texts.thenCancelsFree({ hours: freeHours(cancellationHours, policy) }),
    texts.thenPerLearner({ count: maxPerLearnerPerWeek }),
  ];
}

/** The narrower choice that is offered here, with what is set already, whoever set it. */
function optionsOf(name: NumberField, current: number) {
  const all = choices[name].includes(current)
    ? choices[name]
    : [...choices[name], current].toSorted((one, other) => one - other);
  return all.map((value) => ({ value: String(value), label: words[name].option(value) }));
}

function valuesOf(profile: Profile, usualDays: number): Values {
  const { instantBooking, considersTravel, worksHolidays, cancellationHours } = profile;
  const { slotStepMinutes, minNoticeMinutes, horizonDays, gapMinutes } = profile;
  const { maxLessonsPerDay, maxLessonsPerWeek, maxPerLearnerPerWeek } = profile;
  return {
    slotStepMinutes,
    minNoticeMinutes,
    horizonDays: horizonDays || usualDays,
    gapMinutes,
    maxLessonsPerDay,
    maxLessonsPerWeek,
    maxPerLearnerPerWeek,
    instantBooking,
    considersTravel: considersTravel ?? false,
    worksHolidays,
    cancellationHours: cancellationHours || 24,
  };
}
