/**
 * What came of parts, each with true or false, or undefined where it could not be run here: what is not known is said, and never among what passed. The
 * exit code is that of a failure where one failed, or where none was run.
 */
export function sumUp(outcomes, seed) {
  const named = (outcome) => outcomes.filter(([, passed]) => passed === outcome).map(([name]) => name);
  const [passed, failed, notRun] = [named(true), named(false), named(undefined)];
  const said = [];
  if (failed.length > 0) said.push(`Failed: ${failed.join(', ')}. The seed was ${seed}.`);
  if (passed.length > 0) said.push(`Passed: ${passed.join(', ')}.`);
  if (notRun.length > 0) said.push(`Not run, and so not known: ${notRun.join(', ')}.`);
  if (outcomes.length === 0) said.push('There is no such part.');
  return { text: said.join(' '), code: failed.length > 0 || passed.length === 0 ? 1 : 0 };
}
