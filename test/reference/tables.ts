import { readFileSync } from 'node:fs';
import type { Answer, Table } from './run-table.ts';

export const tableNames = ['batch', 'collections', 'filters', 'records', 'rules'] as const;
type TableName = (typeof tableNames)[number];

export function readTable(name: TableName): Table {
  return readJson(new URL(`tables/${name}.json`, import.meta.url)) as Table;
}

/** Where the reference's answers to a table are kept. */
export function answersFile(name: TableName): URL {
  return new URL(`answers/${name}.json`, import.meta.url);
}

export function readAnswers(name: TableName): Record<string, Answer[]> {
  return readJson(answersFile(name)) as Record<string, Answer[]>;
}

function readJson(file: URL): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
