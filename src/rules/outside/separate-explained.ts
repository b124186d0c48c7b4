/** What a difference between the books and the outside is of, and the sums of both sides. */
export type Sides = { reference: string; part: string; currency: string; hereCents: number; thereCents: number };

/** Why a difference is as it is, in a person's words. */
export type Explanation = Sides & { reason: string; explainedByName: string; explainedAt: string };

/** Whether an explanation is of a difference as it is now: once either side has another sum, it is of another one. */
export function isOf(explanation: Sides, difference: Sides): boolean {
  return (
    nameOf(explanation) === nameOf(difference) &&
    explanation.hereCents === difference.hereCents &&
    explanation.thereCents === difference.thereCents
  );
}

/** Parts differences into those that are open and those that somebody explained, each in its order. */
export function separateExplained<D extends Sides>(
  differences: readonly D[],
  explanations: readonly Explanation[],
): { open: D[]; explained: Array<D & Explanation> } {
  const byName = new Map(explanations.map((one) => [nameOf(one), one]));
  const open: D[] = [];
  const explained: Array<D & Explanation> = [];
  for (const difference of differences) {
    const explanation = byName.get(nameOf(difference));
    if (explanation && isOf(explanation, difference)) explained.push({ ...explanation, ...difference });
    else open.push(difference);
  }
  return { open, explained };
}

function nameOf({ reference, part, currency }: Sides): string {
  return `${part} ${currency} ${reference}`;
}
