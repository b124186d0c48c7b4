import { useState } from 'react';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/teaching.ts';
import { usePolicy } from '../app/use-policy.ts';
import { fieldMessageFor } from '../session/message-for.ts';
import { Checkbox, Radio } from '../ui/Checkbox.tsx';
import { formatMinutes } from '../ui/format-time.ts';
import { SelectField } from '../ui/Select.tsx';
import type { StepProps } from './OfferSteps.tsx';
import type { Profile } from './profile-record.ts';
import { StepFrame } from './StepFrame.tsx';
import { useSaving } from './use-teaching.ts';

const fields = ['minNoticeMinutes', 'horizonDays', 'gapMinutes', 'maxLessonsPerDay', 'maxPerLearnerPerWeek'] as const;
type NumberField = (typeof fields)[number];
type Values = Pick<Profile, NumberField | 'instantBooking' | 'worksHolidays' | 'cancellationHours'>;

const choices: Record<NumberField, readonly number[]> = {
  minNoticeMinutes: [120, 240, 360, 720, 1440, 2880, 4320],
  horizonDays: [14, 28, 42, 56, 84],
  gapMinutes: [0, 15, 30, 45, 60],
  maxLessonsPerDay: [0, 2, 3, 4, 5, 6, 7, 8, 10],
  maxPerLearnerPerWeek: [0, 1, 2, 3, 4, 5, 7],
};

const hours = (minutes: number) => formatUnit(minutes / 60, 'hour');

const words: Record<NumberField, { label: string; hint?: string; option: (value: number) => string }> = {
  minNoticeMinutes: { label: texts.noticeLabel, hint: texts.noticeHint, option: hours },
  horizonDays: { label: texts.horizonLabel, option: (days) => formatUnit(days / 7, 'week') },
  gapMinutes: {
    label: texts.gapLabel,
    hint: texts.gapHint,
    option: (minutes) => (minutes === 0 ? texts.noGap : formatMinutes(minutes)),
  },
  maxLessonsPerDay: {
    label: texts.perDayLabel,
    option: (count) => (count === 0 ? texts.noLimit : texts.lessonCount({ count })),
  },
  maxPerLearnerPerWeek: {
    label: texts.perLearnerLabel,
    option: (count) => (count === 0 ? texts.noLimit : texts.lessonCount({ count })),
  },
};

/** How learners may book, in plain words; nothing of it touches what is booked already. */
export function BookingStep({ step, teaching }: StepProps) {
  const saving = useSaving();
  const { requestLapseHours, horizonDays } = usePolicy();
  const [values, setValues] = useState<Values>(() => valuesOf(teaching.profile, horizonDays));
  const set = (change: Partial<Values>) => setValues({ ...values, ...change });
  return (
    <StepFrame step={step} teaching={teaching} body={() => values} saving={saving}>
      <fieldset>
        <legend className="font-semibold">{texts.howBooked}</legend>
        <Radio
          name="instant"
          className="min-h-12"
          label={texts.bookedAtOnce}
          checked={values.instantBooking}
          onChange={() => set({ instantBooking: true })}
        />
        <Radio
          name="instant"
          className="min-h-12"
          label={texts.bookedByHand({ hours: formatUnit(requestLapseHours, 'hour') })}
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
            className="min-h-12"
            label={texts.untilHoursBefore({ hours: formatUnit(count, 'hour') })}
            checked={values.cancellationHours === count}
            onChange={() => set({ cancellationHours: count })}
          />
        ))}
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
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
      <Checkbox
        className="min-h-12"
        label={texts.iWorkOnHolidays}
        checked={values.worksHolidays}
        onChange={({ target }) => set({ worksHolidays: target.checked })}
      />
      <p className="text-soft">{texts.bookedLessonsStay}</p>
    </StepFrame>
  );
}

/** The narrower choice that is offered here, with what is set already, whoever set it. */
function optionsOf(name: NumberField, current: number) {
  const all = [...new Set([...choices[name], current])].toSorted((one, other) => one - other);
  return all.map((value) => ({ value: String(value), label: words[name].option(value) }));
}

function valuesOf(profile: Profile, usualDays: number): Values {
  const { instantBooking, worksHolidays, cancellationHours } = profile;
  const { minNoticeMinutes, horizonDays, gapMinutes, maxLessonsPerDay, maxPerLearnerPerWeek } = profile;
  return {
    minNoticeMinutes,
    horizonDays: horizonDays || usualDays,
    gapMinutes,
    maxLessonsPerDay,
    maxPerLearnerPerWeek,
    instantBooking,
    worksHolidays,
    cancellationHours: cancellationHours || 24,
  };
}
