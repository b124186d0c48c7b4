import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Answer } from '#engine/http/route.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { type Figures, writePdf } from './write-pdf.ts';

const limit = {
  max: 60,
  seconds: 3600,
  message: 'Many PDFs were made for you just now. Try again in an hour.',
};

type Page = {
  figures: Figures;
  /** The name of the file. */
  name: string;
  /** The instant that the file says it was made at. */
  madeMs: number;
};

/** Answers one person with figures as a PDF to save; 429 after sixty in an hour, of all kinds together. */
export async function answerPdf(
  engine: Engine,
  auth: AuthRecord,
  { figures, name, madeMs }: Page,
): Promise<Answer<Buffer>> {
  await refuseTooManyAttempts(engine, { key: `pdf:${auth.id}`, ...limit });
  const headers = {
    'Cache-Control': 'private, no-store',
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${name}"`,
  };
  return { status: 200, headers, body: await writePdf(figures, madeMs) };
}
