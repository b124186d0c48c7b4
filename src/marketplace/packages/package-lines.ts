export type PackageLine = { kind: 'package' | 'platform_fee'; text: string; cents: number };

/** The price lines of a lesson that minutes of a package pay for: what is quoted and what is charged. */
export function packageLines(minutes: number, cents: number): PackageLine[] {
  return [
    { kind: 'package', text: `${minutes} minutes of your package`, cents },
    { kind: 'platform_fee', text: 'Platform fee', cents: 0 },
  ];
}
