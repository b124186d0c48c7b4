import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countWork } from '../support/count-work.ts';

// Loaded after what counts in it.
const { readBankCsv } = await import('#marketplace/money/bank/read-bank-csv.ts');
const { openBackup, parsers, zipOf } = await import('../support/worst-inputs.ts');

const times = 60;

test('the same work is counted the same each time', async () => {
  const statement = `Transaction Date,Deposit,Text\n${'2026-11-18,5.00,Ref\n'.repeat(2 * times)}`;
  const work = () => countWork(() => readBankCsv(statement));
  await work();
  const counts = new Set<number>();
  for (let round = 0; round < 40; round++) counts.add(await work());
  expect([...counts]).toHaveLength(1);
});

test.each(parsers)(
  '[11.1] twice as much of anything is at most twice the work for what reads it: $name',
  async ({ read, spared = 0, shapes }) => {
    const refused = () => undefined;
    const tooMuch: string[] = [];
    for (const shape of shapes) {
      const [before, again, after] = typeof shape === 'string' ? ['', shape, ''] : shape;
      // A refusal may be thrown at once or later.
      const work = (count: number) => {
        const text = before + again.repeat(count) + after;
        return countWork(() => (async () => read(text))().catch(refused));
      };
      await work(1);
      const [once, twice] = [await work(times), await work(2 * times)];
      if (twice > 2 * once + spared) tooMuch.push(`${JSON.stringify(shape)}: ${once} and ${twice} steps`);
    }
    expect(tooMuch).toEqual([]);
  },
);

test('twice as many parts of a zip are at most twice the work', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-zip-'));
  const work = async (parts: number) => {
    const path = join(folder, `${parts}.zip`);
    await writeFile(path, await zipOf(parts));
    return countWork(() => openBackup(path).catch(() => undefined));
  };
  await work(1);
  expect(await work(2 * times)).toBeLessThanOrEqual(2 * (await work(times)));
  await rm(folder, { recursive: true });
});
