import { useState } from 'react';
import * as texts from '#texts/schedule.ts';
import { addDays } from '../../platform/ui/add-days.ts';
import { Checkbox } from '../../platform/ui/Checkbox.tsx';
import { formatDay } from '../../platform/ui/format-time.ts';
import { SelectField } from '../../platform/ui/Select.tsx';
import { CopyDialog } from './CopyDialog.tsx';
import type { AvailabilityRule } from './use-availability.ts';
import { type Override, useChangeCalendar } from './use-calendar.ts';
import { useCopying } from './use-copying.ts';
import type { WaysBack } from './use-putting-back.ts';
import { copyWeek, weeksOf } from './week-copies.ts';

/** How many weeks after the one that is copied can be chosen. */
const weeksAhead = 8;

type CopyWeekDialogProps = {
  instructor: string;
  rules: readonly AvailabilityRule[];
  overrides: readonly Override[];
  onClose: () => void;
};

/** Gives the same days of other weeks the hours that dates of one week have in place of their usual ones. */
export function CopyWeekDialog({ instructor, rules, overrides, onClose }: CopyWeekDialogProps) {
  const weeks = weeksOf(overrides);
  const [from, setFrom] = useState(() => weeks[0] ?? '');
  // By their Mondays: a week stays chosen, or not, whichever is copied to it.
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const laterWeeks = Array.from({ length: weeksAhead }, (_, index) => addDays(from, (index + 1) * 7));
  const { setDate } = useChangeCalendar(instructor);
  const copying = useCopying(onClose);
  const to = laterWeeks.filter((monday) => chosen.includes(monday));
  const copies = copyWeek({ from, to, rules, overrides }).map((one) => ({ name: formatDay(one.date, 'UTC'), ...one }));
  const copy = () => {
    const waysBack: WaysBack = [];
    const changed = copies.filter(({ isSame }) => !isSame);
    copying.copy({
      save: async () => {
        for (const { date, after, was } of changed) {
          await setDate.mutateAsync({ date, windows: after });
          waysBack.push(() => setDate.mutateAsync({ date, windows: was }));
        }
      },
      waysBack,
      text: texts.weekCopied({ week: weekText(from), count: weeksOf(changed).length }),
    });
  };
  return (
    <CopyDialog
      title={texts.copyAWeek}
      description={texts.copyingAWeekMeans}
      copies={copies}
      nothingChanges={texts.chooseWeeksToCopyTo}
      copying={copying}
      onCopy={copy}
      onClose={onClose}
    >
      <SelectField
        label={texts.copyFrom}
        options={weeks.map((monday) => ({ value: monday, label: weekText(monday) }))}
        value={from}
        onChange={setFrom}
      />
      <fieldset>
        <legend className="mb-1 font-semibold">{texts.copyTo}</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {laterWeeks.map((monday) => (
            <Checkbox
              key={monday}
              label={weekText(monday)}
              checked={chosen.includes(monday)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, monday] : chosen.filter((other) => other !== monday))
              }
            />
          ))}
        </div>
      </fieldset>
    </CopyDialog>
  );
}

function weekText(monday: string): string {
  return texts.weekOf({ day: formatDay(monday, 'UTC') });
}
