import * as texts from '#texts/teaching.ts';
import { paperNames } from '../../platform/records/profile-record.ts';
import { formatList } from '../../platform/ui/format-list.ts';
import { missingPapers } from './steps.ts';
import type { Teaching } from './use-teaching.ts';

/** Which papers are still asked for, by name; nothing where none is. */
export function MissingPapers({ teaching }: { teaching: Teaching }) {
  const missing = missingPapers(teaching).map((kind) => paperNames[kind] ?? kind);
  if (missing.length === 0) return null;
  return <span className="block text-soft text-note">{texts.stillMissing({ papers: formatList(missing) })}</span>;
}
