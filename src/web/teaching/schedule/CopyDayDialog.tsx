import { useState } from 'react';
import * as texts from '#texts/schedule.ts';
import { formatList } from '../../platform/ui/format-list.ts';
import { weekdayName } from '../../platform/ui/format-time.ts';
import { SelectField } from '../../platform/ui/Select.tsx';
import { weekdays } from '../../platform/ui/weekdays.ts';
import { CopyDialog, hoursText } from './CopyDialog.tsx';
import { AlsoOn } from './HoursParts.tsx';
import { type AvailabilityRule, useChangeAvailability } from './use-availability.ts';
import { useCopying } from './use-copying.ts';
import { weeklySteps } from './weekly-steps.ts';
import { copyDay, windowsOf } from './window-changes.ts';

type CopyDayDialogProps = { instructor: string; rules: readonly AvailabilityRule[]; onClose: () => void };

/** Gives other days of the week all hours of one of them. */
export function CopyDayDialog({ instructor, rules, onClose }: CopyDayDialogProps) {
  const open = weekdays.filter(({ weekday }) => windowsOf(rules, weekday).length > 0);
  const [from, setFrom] = useState(() => open[0]?.weekday ?? 1);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const weekly = useChangeAvailability(instructor);
  const copying = useCopying(onClose);
  const copies = weekdays
    .filter(({ weekday }) => weekday !== from && chosen.includes(weekday))
    .map(({ weekday, name }) => ({ name, weekday, ...copyDay(rules, from, weekday) }));
  const copy = () => {
    const steps = weeklySteps(rules, weekly);
    const changed = copies.filter(({ isSame }) => !isSame);
    copying.copy({
      save: async () => {
        for (const { weekday, after } of changed) await steps.setDay(weekday, after);
      },
      waysBack: steps.waysBack,
      text: texts.dayCopied({ day: weekdayName(from), days: formatList(changed.map(({ name }) => name)) }),
    });
  };
  return (
    <CopyDialog
      title={texts.copyADay}
      description={texts.copyingADayMeans}
      copies={copies}
      nothingChanges={texts.chooseDaysToCopyTo}
      copying={copying}
      onCopy={copy}
      onClose={onClose}
    >
      <SelectField
        label={texts.copyFrom}
        options={open.map(({ weekday, name }) => ({
          value: String(weekday),
          label: texts.dayWithHours({ day: name, hours: hoursText(windowsOf(rules, weekday)) }),
        }))}
        value={String(from)}
        onChange={(value) => setFrom(Number(value))}
      />
      <AlsoOn legend={texts.copyTo} weekday={from} chosen={chosen} onChange={setChosen} />
    </CopyDialog>
  );
}
