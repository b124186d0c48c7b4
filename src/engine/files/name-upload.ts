import { idAlphabet, type Random } from '../random.ts';

/**
 * The stored name of an upload: its own name in snake_case, ten random characters, its extension (wire contract, section 9).
 * Double extensions such as `.tar.gz` stay.
 */
export function nameUpload(original: string, random: Random): string {
  const match = /^(.*?)((?:\.[A-Za-z0-9]{1,10}){0,2})$/s.exec(original.slice(original.search(/[^/\\]*$/)));
  const extension = (match?.[2] ?? '').slice(0, 20);
  let base = (match?.[1] ?? '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100);
  if (base.length < 3) base += random.text(10, idAlphabet);
  return `${base}_${random.text(10, idAlphabet)}${extension}`;
}
