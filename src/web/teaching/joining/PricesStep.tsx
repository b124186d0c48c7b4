import { useState } from 'react';
import { platformFee } from '#rules/fees/platform-fee.ts';
import { portionOf } from '#rules/money/divide-cents.ts';
import * as texts from '#texts/teaching.ts';
import { PriceTable } from '../../booking/instructors/PriceTable.tsx';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import { TextField } from '../../platform/ui/Field.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatMinutes } from '../../platform/ui/format-time.ts';
import { centsOf, percentOf } from '../../platform/ui/price-text.ts';
import { Choices } from './Choices.tsx';
import { OfferedTimes } from './OfferPreview.tsx';
import type { StepProps } from './OfferSteps.tsx';
import { StepFrame } from './StepFrame.tsx';
import { type Teaching, useSaving } from './use-teaching.ts';

const usualLengths = [60, 90, 120];

/** The price of an hour, what comes on top, and the lengths, beside what learners will see of it. */
export function PricesStep({ step, teaching }: StepProps) {
  const saving = useSaving();
  const { profile } = teaching;
  const [hourly, setHourly] = useState(profile.hourlyCents > 0 ? (profile.hourlyCents / 100).toFixed(2) : '');
  const [evening, setEvening] = useState(String(profile.eveningSurchargePercent || 0));
  const [weekend, setWeekend] = useState(String(profile.weekendSurchargePercent || 0));
  const [lengths, setLengths] = useState(profile.lessonMinutes.length > 0 ? profile.lessonMinutes : usualLengths);
  const [isTried, setTried] = useState(false);
  const offer = {
    hourlyCents: centsOf(hourly),
    eveningSurchargePercent: percentOf(evening),
    weekendSurchargePercent: percentOf(weekend),
    lessonMinutes: lengths.toSorted((one, other) => one - other),
  };
  const { hourlyCents, eveningSurchargePercent, weekendSurchargePercent, lessonMinutes } = offer;
  const isComplete =
    hourlyCents !== undefined && eveningSurchargePercent !== undefined && weekendSurchargePercent !== undefined;
  const body = () => {
    setTried(true);
    return isComplete && hourlyCents > 0 && lengths.length > 0 ? offer : undefined;
  };
  const errorOf = (name: keyof typeof offer, said: string) =>
    isTried && offer[name] === undefined ? said : fieldMessageFor(saving.error, name);
  const all = [...new Set([...usualLengths, ...profile.lessonMinutes])].toSorted((one, other) => one - other);
  return (
    <StepFrame step={step} teaching={teaching} body={body} saving={saving}>
      <TextField
        label={texts.pricePerHour}
        hint={texts.priceHint}
        inputMode="decimal"
        autoComplete="off"
        value={hourly}
        onChange={({ target }) => setHourly(target.value)}
        error={isTried && !hourlyCents ? texts.writeAPrice : errorOf('hourlyCents', texts.writeAPrice)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={texts.eveningSurcharge}
          hint={texts.eveningHint}
          inputMode="numeric"
          value={evening}
          onChange={({ target }) => setEvening(target.value)}
          error={errorOf('eveningSurchargePercent', texts.writeAPercentage)}
        />
        <TextField
          label={texts.weekendSurcharge}
          hint={texts.weekendHint}
          inputMode="numeric"
          value={weekend}
          onChange={({ target }) => setWeekend(target.value)}
          error={errorOf('weekendSurchargePercent', texts.writeAPercentage)}
        />
      </div>
      <Choices
        label={texts.lessonLengths}
        options={all.map((minutes) => ({ value: String(minutes), label: formatMinutes(minutes) }))}
        values={lengths.map(String)}
        onChange={(values) => setLengths(values.map(Number))}
        error={isTried && lengths.length === 0 ? texts.chooseALength : fieldMessageFor(saving.error, 'lessonMinutes')}
      />
      {isComplete && hourlyCents > 0 && lessonMinutes.length > 0 && (
        <Preview
          teaching={teaching}
          offer={{ hourlyCents, eveningSurchargePercent, weekendSurchargePercent, lessonMinutes }}
        />
      )}
    </StepFrame>
  );
}

type Offer = {
  hourlyCents: number;
  eveningSurchargePercent: number;
  weekendSurchargePercent: number;
  lessonMinutes: number[];
};

function Preview({ teaching, offer }: { teaching: Teaching; offer: Offer }) {
  const policy = usePolicy();
  const [minutes = 60] = offer.lessonMinutes;
  const cents = portionOf(offer.hourlyCents, minutes, 60);
  const lesson = { keptCents: cents, durationMinutes: minutes };
  const first = platformFee(lesson, { paidMinutes: 0, feeCents: 0 }, policy);
  const later = platformFee(lesson, { paidMinutes: policy.feeFirstHours * 60, feeCents: 0 }, policy);
  return (
    <section aria-labelledby="learners-see" className="grid gap-3">
      <h3 id="learners-see" className="text-title">
        {texts.whatLearnersSee}
      </h3>
      <PriceTable instructor={offer} minutes={minutes} />
      <p>
        {texts.whatYouGet({
          length: formatMinutes(minutes),
          first: formatMoney(cents - first),
          hours: policy.feeFirstHours,
          later: formatMoney(cents - later),
        })}
      </p>
      <OfferedTimes teaching={teaching} settings={{ durationMinutes: minutes }} />
      <p className="text-soft text-note">{texts.bookedPricesStay}</p>
    </section>
  );
}
