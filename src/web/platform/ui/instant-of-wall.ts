import { formatClock, localDateOf } from './format-time.ts';

/** The instant of a wall time of a zone as ISO text; `minute` 1440 is the next midnight. */
export function instantOfWall(date: string, minute: number, zone: string): string {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minute * 60_000;
  // The zone's offset at that moment, found by asking what its clocks show; a second look serves days on which they change.
  let guess = wanted;
  for (let look = 0; look < 2; look++) {
    const shown = Date.parse(`${localDateOf(new Date(guess), zone)}T${formatClock(new Date(guess), zone)}:00Z`);
    guess -= shown - wanted;
  }
  return new Date(guess).toISOString();
}
