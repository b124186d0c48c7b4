import type { PriceLine } from '#rules/lessons/quote-lesson.ts';

/** The price lines of a lesson that minutes of a package pay for: what is quoted and what is charged. */
export function packageLines(minutes: number, cents: number): PriceLine[] {
  return [
    { kind: 'package', text: `${minutes} minutes of your package`, cents },
    { kind: 'platform_fee', text: 'Platform fee', cents: 0 },
  ];
}
