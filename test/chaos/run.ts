/*
 * Random faults under a mixed load on two servers and one database: `bin/check --chaos`. SEED and CHAOS_MINUTES come from the environment. Ends with an
 * audit of what was acknowledged, and with the time that each kind of fault took to be over for whoever asks.
 */
import { chanceOf } from '#support/chance-of.ts';
import { audit } from './audit.ts';
import { faultsFor, recoveryOf } from './faults.ts';
import { startLoad } from './load.ts';
import { startWorld } from './servers.ts';

const seed = Number(process.env.SEED ?? 1);
const minutes = Number(process.env.CHAOS_MINUTES ?? 30);

const chance = chanceOf(seed);
const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
const world = await startWorld();
const endsAt = Date.now() + minutes * 60_000;
const { done, ended } = await startLoad(world, () => Date.now() > endsAt);
const faults = faultsFor(world);
const recoveries = new Map<string, number[]>();
let struck = 0;
while (Date.now() < endsAt) {
  await new Promise((resolve) => setTimeout(resolve, 1000 + chance() * 4000));
  const [fault, server] = [pick(faults), pick(world.servers)];
  struck++;
  await fault.strike(world, server);
  const overAt = performance.now();
  await fault.mend?.(world, server);
  const times = await Promise.all(world.servers.map((one) => recoveryOf(one, overAt)));
  recoveries.set(fault.name, [...(recoveries.get(fault.name) ?? []), Math.max(...times)]);
}
await ended;
const problems = await audit(world, done);
for (const [name, times] of recoveries)
  if (times.includes(Number.POSITIVE_INFINITY)) problems.push(`${name}: a server did not come back.`);
const sorted = (times: number[]) => [...times].sort((one, other) => one - other);
console.log(`seed ${seed}, ${minutes} minutes, ${struck} faults`);
for (const [name, times] of recoveries) {
  const [list, middle] = [sorted(times), Math.floor(times.length / 2)];
  console.log(
    `${name}: ${times.length} times, back after ${list[middle]?.toFixed(0)} ms (median), ${list.at(-1)?.toFixed(0)} ms (longest)`,
  );
}
const { lessons, payments, papers, revoked, heard } = done;
console.log(
  `acknowledged: ${lessons.length} lessons, ${payments.length} payments, ${papers.length} files, ${revoked.length} sign-outs; ${heard} events heard`,
);
console.log(`not answered with success: ${JSON.stringify(Object.fromEntries(done.refusals))}`);
console.log(problems.length === 0 ? 'Nothing is lost.' : problems.slice(0, 50).join('\n'));
await world.stop();
process.exit(problems.length === 0 ? 0 : 1);
