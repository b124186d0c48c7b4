import { idAlphabet, type Random } from '../random.ts';

/**
 * The stored name of an upload: its own name in snake_case, ten random characters, its extension (wire contract, section 9). Double
 * extensions such as `.tar.gz` stay; without one the file gets `detected`, the extension that its content has (with its dot, or empty).
 */
export function nameUpload(original: string, detected: string, random: Random): string {
  const name = original.slice(-300);
  const extension = extensionOf(name);
  const base = snakeCase(name.slice(0, name.length - extension.length)).slice(0, 100);
  const whole = base.length < 3 ? base + random.text(10, idAlphabet) : base;
  return `${whole}_${random.text(10, idAlphabet)}${cleanExtension(extension) || detected}`;
}

function extensionOf(name: string): string {
  const last = name.lastIndexOf('.');
  if (last < 0) return '';
  const before = last === 0 ? -1 : name.lastIndexOf('.', last - 1);
  return name.slice(before >= 0 ? before : last);
}

function cleanExtension(extension: string): string {
  const clean = trimDots(extension.replace(/[^\w.*\-+=#]+/g, ''));
  if (clean === '') return '';
  return clean.length + 1 > 20 ? `.${trimDots(`.${clean}`.slice(-20))}` : `.${clean}`;
}

function trimDots(text: string): string {
  return text.replace(/^\.+|\.+$/g, '');
}

function snakeCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/(?<=[^A-Z])[A-Z]/g, '_$&'))
    .join('_')
    .toLowerCase();
}
