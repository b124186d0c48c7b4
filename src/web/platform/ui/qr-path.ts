/** The dark modules of a QR symbol, row by row. */
export type QrModules = { size: number; data: ArrayLike<number> };

/** An SVG path of all dark modules, one unit each; neighbours in a row are one stroke. */
export function qrPath({ size, data }: QrModules): string {
  let path = '';
  for (let y = 0; y < size; y += 1) {
    let x = 0;
    while (x < size) {
      const from = x;
      while (x < size && data[y * size + x]) x += 1;
      if (x > from) path += `M${from} ${y}h${x - from}v1h${from - x}z`;
      else x += 1;
    }
  }
  return path;
}
