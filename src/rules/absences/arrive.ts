/** How long before the start somebody can say that they are there: earlier it says nothing about the lesson. */
const arriveMinutes = 30;

/** From when on the sides of a lesson may say that they are there (domain rule 10), in epoch milliseconds. */
export function arriveFromMs(startMs: number): number {
  return startMs - arriveMinutes * 60_000;
}
