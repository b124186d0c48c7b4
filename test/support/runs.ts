/**
 * How often a property is asked, and from which seed: `usual` times from a random one in the suite, as often as COUNT says from SEED in
 * `bin/check --deep`. The seed is printed, so that what failed can be asked again.
 */
export function runs(usual: number): { numRuns: number; seed: number } {
  const { COUNT, SEED } = process.env;
  const seed = SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
  const numRuns = COUNT === undefined ? usual : Number(COUNT);
  process.stdout.write(`SEED=${seed} COUNT=${numRuns}\n`);
  return { numRuns, seed };
}
