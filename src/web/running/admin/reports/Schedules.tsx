import * as texts from '#texts/adminReports.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { formatStart } from '../../../platform/ui/format-time.ts';
import { reportFormats, reportRhythms, reportTypes } from './report-record.ts';
import { type Schedule, useChangeSchedules, useSchedules } from './use-reports.ts';

/** The reports that are made by themselves; nothing where there is none. */
export function Schedules() {
  const { data = [] } = useSchedules();
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="schedules" className="mt-8">
      <h2 id="schedules" className="mb-3 text-title">
        {texts.scheduled}
      </h2>
      <ul className="card">
        {data.map((schedule) => (
          <Line key={schedule.id} schedule={schedule} />
        ))}
      </ul>
    </section>
  );
}

function Line({ schedule }: { schedule: Schedule }) {
  const { id, name, type, format, every, paused, dueAt, authorName } = schedule;
  const tell = useTelling();
  const changing = useChangeSchedules();
  const change = (body: object | null) =>
    tell(changing.mutateAsync({ id, body }), { failed: () => texts.scheduleNotChanged });
  const what = [
    [reportTypes, type],
    [reportFormats, format],
    [reportRhythms, every],
  ] as const;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b px-4 py-2 last:border-b-0">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <b className="font-semibold">{name}</b> {paused && <Badge tone="grey">{texts.paused}</Badge>}
        <span className="figures block text-soft text-note">
          {what.map(([options, value]) => options.find((option) => option.value === value)?.label ?? value).join(', ')}.{' '}
          {!paused && texts.nextOn({ when: formatStart(dueAt), author: authorName })}
        </span>
      </span>
      <span className="flex flex-wrap gap-2">
        <Button variant="secondary" isBusy={changing.isPending} onClick={() => change({ paused: !paused })}>
          {paused ? texts.resume({ name }) : texts.pause({ name })}
        </Button>
        <Button variant="quiet" disabled={changing.isPending} onClick={() => change(null)}>
          {texts.removeSchedule({ name })}
        </Button>
      </span>
    </li>
  );
}
