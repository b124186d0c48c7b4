import type { ApiError, ErrorData } from './api-error.ts';

export type ErrorEnvelope = { status: number; message: string; data: ErrorData };

/** The body of an error answer (wire contract, section 2): the message begins with a capital and ends as a sentence. */
export function errorEnvelope(error: ApiError): ErrorEnvelope {
  return { data: error.data, message: asSentence(error.message), status: error.status };
}

function asSentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const sentence = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}
