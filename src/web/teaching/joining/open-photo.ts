import * as texts from '#texts/teaching.ts';

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
