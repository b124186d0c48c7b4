import * as texts from '#texts/account.ts';
import { formatNumber } from '#texts/format-number.ts';

/** The most bytes a chosen picture may have. */
export const maxPictureBytes = 2 * 1024 * 1024;

export type ReadPicture = { picture: ImageBitmap } | { error: string };

/** A chosen file as a picture, turned the right way up; or why it can't be one. What counts is its content, not its name. */
export async function readPicture(file: File): Promise<ReadPicture> {
  if (file.size > maxPictureBytes) {
    const megabytes = formatNumber(file.size / 1024 / 1024, 1);
    return { error: texts.thisPictureHasMegabytesMb({ megabytes }) };
  }
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const isJpeg = head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff;
  const isPng = head[0] === 0x89 && head[1] === 0x50 && head[2] === 0x4e && head[3] === 0x47;
  if (!isJpeg && !isPng) return { error: texts.neitherJpgNorPng };
  try {
    return { picture: await createImageBitmap(file, { imageOrientation: 'from-image' }) };
  } catch {
    return { error: texts.pictureDamaged };
  }
}
