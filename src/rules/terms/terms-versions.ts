/** A version of the terms and the privacy policy: one number for both, since they are agreed to together. */
export type TermsVersion = {
  version: number;
  /** The first instant at which it is in force, in epoch milliseconds. */
  fromMs: number;
  /** What is different from the version before, in sentences for people; nothing for the first. */
  changes: readonly string[];
};

/** Every version there was, oldest first. A change of the pages /terms or /privacy that matters to anybody is a new one. */
export const termsVersions: readonly [TermsVersion, ...TermsVersion[]] = [
  // 1 November 2026, 00:00 in Singapore.
  { version: 1, fromMs: 1_793_462_400_000, changes: [] },
];

/** The version that the pages /terms and /privacy show: the newest, in force or about to be. */
export const newestTerms: TermsVersion = termsVersions.at(-1) ?? termsVersions[0];

/** The version in force at an instant (epoch milliseconds); before the first came into force, the first. */
export function termsInForce(nowMs: number, versions = termsVersions): TermsVersion {
  return versions.findLast(({ fromMs }) => fromMs <= nowMs) ?? versions[0];
}

/** What is new in the version in force to somebody who agreed to `acceptedVersion` last, or to none (undefined): then nothing is called new. */
export function termsChangesSince(
  nowMs: number,
  acceptedVersion: number | undefined,
  versions = termsVersions,
): readonly string[] {
  if (acceptedVersion === undefined) return [];
  const current = termsInForce(nowMs, versions).version;
  return versions
    .filter(({ version }) => version > acceptedVersion && version <= current)
    .flatMap(({ changes }) => changes);
}
