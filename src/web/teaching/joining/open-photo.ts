import * as texts from '#texts/teaching.ts';
import { paperBlob } from './draw-paper.ts';
import { wholePicture } from './picture-area.ts';

const maxBytes = 25 * 1024 * 1024;

export type OpenedPhoto = { picture: ImageBitmap } | { error: string };

/** A photo from the camera, turned the right way up; or why it can't be read. What leaves the device is made from its pixels, smaller. */
export async function openPhoto(file: File): Promise<OpenedPhoto> {
  if (file.size > maxBytes) return { error: texts.photoTooLarge };
  try {
    return { picture: await createImageBitmap(file, { imageOrientation: 'from-image' }) };
  } catch {
    return { error: texts.notAPhoto };
  }
}

/** A photo of the car as it is sent: whole, smaller, and without what a camera wrote beside it. */
export async function openCarPhoto(file: File): Promise<{ photo: Blob } | { error: string }> {
  const opened = await openPhoto(file);
  if ('error' in opened) return opened;
  return { photo: await paperBlob(opened.picture, { kept: wholePicture, covers: [] }) };
}
