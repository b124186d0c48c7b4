import { type Area, sizeOf } from './picture-area.ts';

const savedPixels = 2000;

type Shown = { kept: Area; covers: readonly Area[]; frame?: Area };

/** Draws what is kept of a picture with its covers, and what will be cut away in shade. Covers are areas of the whole picture. */
export function drawPaper(canvas: HTMLCanvasElement, picture: ImageBitmap, { kept, covers, frame }: Shown): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { width, height } = canvas;
  const [across, down] = [kept.right - kept.left, kept.bottom - kept.top];
  // A picture with holes gets paper behind it, as JPEG has none.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  const source = [
    kept.left * picture.width,
    kept.top * picture.height,
    across * picture.width,
    down * picture.height,
  ] as const;
  context.drawImage(picture, ...source, 0, 0, width, height);
  context.fillStyle = '#000000';
  for (const cover of covers) {
    const left = Math.floor(((cover.left - kept.left) / across) * width);
    const top = Math.floor(((cover.top - kept.top) / down) * height);
    const right = Math.ceil(((cover.right - kept.left) / across) * width);
    const bottom = Math.ceil(((cover.bottom - kept.top) / down) * height);
    context.fillRect(left, top, right - left, bottom - top);
  }
  if (frame) shadeAround(context, frame);
}

function shadeAround(context: CanvasRenderingContext2D, { left, top, right, bottom }: Area): void {
  const { width, height } = context.canvas;
  const box = [left * width, top * height, (right - left) * width, (bottom - top) * height] as const;
  context.fillStyle = '#0b1210a8';
  context.beginPath();
  context.rect(0, 0, width, height);
  context.rect(...box);
  context.fill('evenodd');
  context.lineWidth = 3;
  context.strokeStyle = '#5fc3a0';
  context.strokeRect(...box);
}

/** What is sent: only what is kept, with the covers painted over it. The pixels below them are gone, as is all that a camera wrote beside them. */
export async function paperBlob(picture: ImageBitmap, shown: { kept: Area; covers: readonly Area[] }): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, sizeOf(picture, shown.kept, savedPixels));
  drawPaper(canvas, picture, shown);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  if (!blob) throw new Error('This browser cannot write pictures.');
  return blob;
}
