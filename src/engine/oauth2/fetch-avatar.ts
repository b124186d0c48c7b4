import { fetchOutside } from '../http/fetch-outside.ts';
import type { UploadedFile } from '../http/route.ts';

const bounds = { maxBytes: 5 * 1024 * 1024, timeoutMs: 10_000, maxRedirects: 3 };

/** A picture from the open internet, at most 5 MB, within ten seconds. Throws what is in the way. */
export async function fetchAvatar(address: string): Promise<UploadedFile> {
  const { status, headers, bytes, url } = await fetchOutside(address, { protocols: ['https:', 'http:'], ...bounds });
  if (status !== 200) throw new Error(`The picture's server answered ${status}.`);
  const name = new URL(url).pathname.split('/').at(-1) || 'avatar';
  return { name, type: headers['content-type'] ?? '', bytes };
}
