import { join } from 'node:path';
import { root } from './list-files.ts';

/** Tests that are run by themselves need the texts' modules too. */
export async function setup(): Promise<void> {
  const { ensureTexts } = await import(/* @vite-ignore */ join(root, 'bin/lib/ensure-texts.mjs'));
  await ensureTexts();
}
