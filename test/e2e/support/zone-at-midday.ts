const hourMs = 3_600_000;
const dayHours = 24;
const midday = 12;

/** A time zone whose clocks show between twelve and one at this moment: a day there does not end while a test lasts, at whatever hour it runs. */
export function zoneAtMidday(nowMs = Date.now()): string {
  const utcHour = Math.floor(nowMs / hourMs) % dayHours;
  // The sign of these names is the other way round: Etc/GMT-8 is eight hours ahead.
  const behind = utcHour - midday;
  return behind === 0 ? 'UTC' : `Etc/GMT${behind > 0 ? '+' : ''}${behind}`;
}
