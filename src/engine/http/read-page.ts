import { badRequest } from './api-error.ts';

export type Page = { page: number; perPage: number; skipsTotal: boolean };

const defaultPerPage = 30;
const maxPerPage = 1000;

/** `page`, `perPage` and `skipTotal` of a list's query (wire contract, section 5). Throws 400 for what is no number or no truth. */
export function readPage(query: Record<string, string>): Page {
  const page = readInteger(query.page);
  const perPage = readInteger(query.perPage);
  return {
    page: page > 0 ? page : 1,
    perPage: perPage > 0 ? Math.min(perPage, maxPerPage) : defaultPerPage,
    skipsTotal: readTruth(query.skipTotal),
  };
}

function readInteger(text: string | undefined): number {
  if (text === undefined || text === '') return 0;
  const number = Number(text);
  if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(number)) throw badRequest();
  return number;
}

function readTruth(text: string | undefined): boolean {
  if (text === undefined || text === '') return false;
  if (/^(?:1|t|T|TRUE|true|True)$/.test(text)) return true;
  if (/^(?:0|f|F|FALSE|false|False)$/.test(text)) return false;
  throw badRequest();
}

/** The envelope of a list; without a total both totals are -1. */
export function pageEnvelope<T>({ page, perPage }: Page, items: T[], totalItems: number | undefined) {
  const totalPages = totalItems === undefined ? -1 : Math.ceil(totalItems / perPage);
  return { items, page, perPage, totalItems: totalItems ?? -1, totalPages };
}
