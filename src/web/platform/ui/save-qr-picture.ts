import type { QrModules } from './qr-path.ts';

/** Pixels of a module, and modules of white around the symbol, as scanners of pictures want them. */
const scale = 12;
const quiet = 4;

/** Saves a QR symbol as a PNG: a phone can't scan its own screen, and banks' apps open pictures from the album. */
export async function saveQrPicture(modules: QrModules, fileName: string): Promise<void> {
  const side = (modules.size + 2 * quiet) * scale;
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('This browser draws no pictures.');
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, side, side);
  drawing.fillStyle = '#000';
  for (let index = 0; index < modules.size ** 2; index += 1) {
    if (!modules.data[index]) continue;
    const [x, y] = [index % modules.size, Math.floor(index / modules.size)];
    drawing.fillRect((x + quiet) * scale, (y + quiet) * scale, scale, scale);
  }
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!picture) throw new Error('This browser makes no pictures.');
  const address = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser takes the file up before it goes on with anything else.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
