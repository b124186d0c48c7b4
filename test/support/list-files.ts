import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The project's folder. */
export const root = join(import.meta.dirname, '../..');

const skipped = new Set([
  'node_modules',
  'dist',
  'data',
  'generated',
  '.git',
  '.cache',
  'test-results',
  'playwright-report',
  'screenshots',
  'results',
]);

/** Paths of the project's own files below `folders` (the whole project unless given), from the project's folder on, sorted. */
export function listFiles(folders: readonly string[] = ['.']): string[] {
  return folders.flatMap((folder) => walk(join(root, folder))).sort();
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return walk(path);
    return entry.isFile() ? [relative(root, path)] : [];
  });
}
