const byExtension: Record<string, string> = {
  svg: 'image/svg+xml',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

const signatures: Array<[string, (bytes: Buffer) => boolean]> = [
  ['image/png', (bytes) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).toString('latin1') === '\xff\xd8\xff'],
  ['image/gif', (bytes) => /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1'))],
  ['image/webp', (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
  ['application/pdf', (bytes) => bytes.toString('latin1', 0, 5) === '%PDF-'],
  ['application/zip', (bytes) => bytes.toString('latin1', 0, 4) === 'PK\x03\x04'],
  ['application/gzip', (bytes) => bytes.toString('latin1', 0, 2) === '\x1f\x8b'],
  ['video/mp4', (bytes) => bytes.toString('latin1', 4, 8) === 'ftyp'],
  ['audio/mpeg', (bytes) => bytes.toString('latin1', 0, 3) === 'ID3'],
  [
    'image/svg+xml',
    (bytes) => /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(bytes.toString('utf8', 0, 1024)),
  ],
  [
    'text/html; charset=utf-8',
    (bytes) => /^\s*<(?:!doctype html|html|head|body|script)\b/i.test(bytes.toString('utf8', 0, 512)),
  ],
];

/** The type of a file by its content, never by what the client says; `.svg`, `.css` and a few more by their extension. */
export function sniffType(bytes: Buffer, name: string): string {
  const found = signatures.find(([, matches]) => matches(bytes))?.[0];
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const forced = byExtension[extension];
  if (forced && (found === undefined || found === 'application/zip')) return forced;
  if (found) return found;
  return isText(bytes) ? 'text/plain; charset=utf-8' : 'application/octet-stream';
}

function isText(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 3072);
  return !head.some((byte) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32));
}
