import type { PolicyValues } from '#rules/policies/policy-values.ts';

export type FigureName = keyof PolicyValues;

/** A figure as it stands in a field: lists by commas, tiers as `24:100, 12:50`. */
export function figureText(value: PolicyValues[FigureName]): string {
  if (typeof value === 'number') return String(value);
  return value
    .map((each) => (typeof each === 'number' ? String(each) : `${each.hoursBefore}:${each.refundPercent}`))
    .join(', ');
}

/** What was typed, in the shape of the figure that it stands for; undefined for what is none. */
export function figureOf(text: string, like: PolicyValues[FigureName]): PolicyValues[FigureName] | undefined {
  if (typeof like === 'number') return numberOf(text);
  const parts = text.split(',').map((part) => part.trim());
  if (typeof like[0] === 'number') {
    const numbers = parts.map(numberOf);
    return numbers.every((each) => each !== undefined) ? numbers : undefined;
  }
  const tiers = parts.map((part) => {
    const [hoursBefore, refundPercent] = part.split(':').map(numberOf);
    return hoursBefore === undefined || refundPercent === undefined ? undefined : { hoursBefore, refundPercent };
  });
  return tiers.every((each) => each !== undefined) ? tiers : undefined;
}

function numberOf(text: string): number | undefined {
  const trimmed = text.trim();
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : undefined;
}

/** The figures of one version that another has otherwise. */
export function differences(before: PolicyValues, after: PolicyValues): FigureName[] {
  return (Object.keys(after) as FigureName[]).filter((name) => figureText(before[name]) !== figureText(after[name]));
}
