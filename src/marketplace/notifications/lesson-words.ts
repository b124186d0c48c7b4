/** A local day and time: `Sat 5 Dec, 10:00`. */
export function timeText(ms: number, timezone: string): string {
  return `${part(ms, timezone, { weekday: 'short' })} ${part(ms, timezone, { day: 'numeric' })} ${part(ms, timezone, { month: 'short' })}, ${clockText(ms, timezone)}`;
}

/** A local day and span: `Sat 5 Dec, 10:00–11:30`. */
export function spanText(startMs: number, endMs: number, timezone: string): string {
  return `${timeText(startMs, timezone)}–${clockText(endMs, timezone)}`;
}

/** The zone as people say it: `SGT` for Singapore, else the zone's own short name on that day. */
export function zoneText(ms: number, timezone: string): string {
  return timezone === 'Asia/Singapore' ? 'SGT' : part(ms, timezone, { timeZoneName: 'short' });
}

function clockText(ms: number, timezone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(ms);
}

type Option = { weekday: 'short' } | { day: 'numeric' } | { month: 'short' } | { timeZoneName: 'short' };

function part(ms: number, timezone: string, option: Option): string {
  const [name] = Object.keys(option);
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, ...option }).formatToParts(ms);
  // British month names are three letters but for September, which is abbreviated like the others here.
  return (parts.find(({ type }) => type === name)?.value ?? '').replace('Sept', 'Sep');
}
