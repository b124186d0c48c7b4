import { createRoom } from '../create-room.ts';

/** A photo of the largest cameras in use has about 100 million pixels; a file that claims more is made to fill a memory. */
export const maxPixels = 100_000_000;

// A decoded pixel takes four bytes: all images that are open at one moment share what the largest one may have.
const room = createRoom(maxPixels);

/** Decodes an image when the others leave memory for it, by the size that it says it has. */
export async function decodeInTurn<T>(bytes: Buffer, work: () => Promise<T>): Promise<T> {
  return room(await claimedPixels(bytes), work);
}

async function claimedPixels(bytes: Buffer): Promise<number> {
  try {
    const { default: sharp } = await import('sharp');
    const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return width * height * pages;
  } catch {
    // It will be refused by whoever decodes it.
    return 1;
  }
}
