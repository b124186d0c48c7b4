import { useState } from 'react';
import { platformZone } from '#rules/time/platform-zone.ts';
import * as texts from '#texts/teaching.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { useAvailability, useChangeAvailability } from '../schedule/use-availability.ts';
import { WeeklyHours } from '../schedule/WeeklyHours.tsx';
import type { StepProps } from './OfferSteps.tsx';
import { StepFrame } from './StepFrame.tsx';
import { useSaving } from './use-teaching.ts';

const weekdaysOf = { working: [1, 2, 3, 4, 5], all: [1, 2, 3, 4, 5, 6, 0] };

/** The usual week: two common ones by a tap, everything else by hand. Saved as it is changed. */
export function HoursStep({ step, teaching }: StepProps) {
  const saving = useSaving();
  const { id, timezone } = teaching.profile;
  const [isTried, setTried] = useState(false);
  const [isOpening, setOpening] = useState(false);
  const { data: rules } = useAvailability(id);
  const isEmpty = rules?.length === 0;
  const body = () => {
    setTried(true);
    return isEmpty ? undefined : { worksHolidays: teaching.profile.worksHolidays };
  };
  return (
    <StepFrame
      step={step}
      teaching={teaching}
      body={body}
      saving={saving}
      isBusy={isOpening}
      outside={
        <>
          {(isEmpty || isOpening) && <Presets instructor={id} isBusy={isOpening} setBusy={setOpening} />}
          <WeeklyHours instructor={id} zone={timezone || platformZone} />
        </>
      }
    >
      <p>{texts.hoursAreSaved}</p>
      {isTried && isEmpty && <Notice kind="attention">{texts.openSomeHours}</Notice>}
    </StepFrame>
  );
}

type PresetsProps = { instructor: string; isBusy: boolean; setBusy: (isBusy: boolean) => void };

// Nobody goes on, or is told that hours are missing, while these are on their way.
function Presets({ instructor, isBusy, setBusy }: PresetsProps) {
  const { add } = useChangeAvailability(instructor);
  const [failure, setFailure] = useState<string>();
  const open = async (days: readonly number[]) => {
    setBusy(true);
    try {
      for (const weekday of days) await add.mutateAsync({ weekday, startMinute: 540, endMinute: 1080 });
    } catch (error) {
      setFailure(messageFor(error, texts.notSaved));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" className="min-h-12" isBusy={isBusy} onClick={() => void open(weekdaysOf.working)}>
          {texts.mondayToFriday}
        </Button>
        <Button variant="secondary" className="min-h-12" isBusy={isBusy} onClick={() => void open(weekdaysOf.all)}>
          {texts.everyDay}
        </Button>
      </div>
      {failure && <Notice kind="failure">{failure}</Notice>}
    </div>
  );
}
