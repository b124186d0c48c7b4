import type { Engine } from '#engine/engine.ts';
import { WorkKilled } from '#engine/foreign-work/foreign-work.ts';
import { ApiError } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { callerOf } from '#engine/http/caller-of.ts';
import type { Answer, RequestContext } from '#engine/http/route.ts';
import { overSignal } from '#engine/http/when-over.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import type { Figures, PdfQuestion } from './write-pdf.ts';

const limit = {
  max: 60,
  seconds: 3600,
  message: 'Many PDFs were made for you just now. Try again in an hour.',
};

const module = new URL('./write-pdf.ts', import.meta.url);
/** What a PDF may take. */
export const pdfLimits = { withinMs: 10_000, memoryMb: 512 };

/** Who is answered, and by which request. */
type Asker = Pick<RequestContext, 'ip' | 'reply'> & { auth: AuthRecord };

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
  { auth, ip, reply }: Asker,
  { figures, name, madeMs }: Page,
): Promise<Answer<Buffer>> {
  await refuseTooManyAttempts(engine, { key: `pdf:${auth.id}`, ...limit });
  const headers = {
    'Cache-Control': 'private, no-store',
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${name}"`,
  };
  const question: PdfQuestion = { figures, nowMs: madeMs };
  const options = { by: callerOf(auth, ip), limits: pdfLimits, signal: overSignal(reply) };
  try {
    const bytes = await engine.foreignWork.run<Uint8Array>(module, () => question, options);
    return { status: 200, headers, body: Buffer.from(bytes) };
  } catch (error) {
    if (!(error instanceof WorkKilled)) throw error;
    const message = 'The PDF takes too long to make at the moment. Try again later, or save it as CSV.';
    throw new ApiError(503, message, {}, { cause: error, retryAfterMs: 60_000 });
  }
}
