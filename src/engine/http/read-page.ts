import { badRequest } from './api-error.ts';

export type Page = {
  /** The page to read: of pages beyond all that could be counted, one that is as empty. */
  page: number;
  perPage: number;
  skipsTotal: boolean;
  /** The page as it was asked for; the answer names it. */
  asked: number;
};

const defaultPerPage = 30;
const maxPerPage = 1000;
// So that what comes before it can be counted.
const maxPage = Math.floor(Number.MAX_SAFE_INTEGER / maxPerPage);

/** `page`, `perPage` and `skipTotal` of a list's query (wire contract, section 5). Throws 400 for what is no number or no truth. */
export function readPage(query: Record<string, string>): Page {
  const page = readInteger(query.page);
  const perPage = readInteger(query.perPage);
  const asked = page > 0 ? page : 1;
  return {
    page: Math.min(asked, maxPage),
    perPage: perPage > 0 ? Math.min(perPage, maxPerPage) : defaultPerPage,
    skipsTotal: readTruth(query.skipTotal),
    asked,
  };
}

/** As many as the reference's integers can say. */
const maxInteger = 2n ** 63n - 1n;

function readInteger(text: string | undefined): number {
  if (text === undefined || text === '') return 0;
  if (!/^[+-]?\d{1,30}$/.test(text)) throw badRequest();
  const integer = BigInt(text.replace('+', ''));
  if (integer > maxInteger || integer < -maxInteger) throw badRequest();
  return Number(integer);
}

function readTruth(text: string | undefined): boolean {
  if (text === undefined || text === '') return false;
  if (/^(?:1|t|T|TRUE|true|True)$/.test(text)) return true;
  if (/^(?:0|f|F|FALSE|false|False)$/.test(text)) return false;
  throw badRequest();
}

/** The envelope of a list; without a total both totals are -1. */
export function pageEnvelope<T>({ asked, perPage }: Page, items: T[], totalItems: number | undefined) {
  const totalPages = totalItems === undefined ? -1 : Math.ceil(totalItems / perPage);
  return { items, page: asked, perPage, totalItems: totalItems ?? -1, totalPages };
}
