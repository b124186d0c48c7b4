/** How a picture is framed: 1 shows as much as fits; `x` and `y` say which part, from -1 (left, top) to 1 (right, bottom). */
export type Framing = { zoom: number; x: number; y: number };

export const unframed: Framing = { zoom: 1, x: 0, y: 0 };
export const maxZoom = 4;

/** The square of a picture of that size which a framing shows, in its pixels. */
export function squareOf(
  { width, height }: { width: number; height: number },
  { zoom, x, y }: Framing,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom;
  return { left: ((width - side) * (1 + x)) / 2, top: ((height - side) * (1 + y)) / 2, side };
}

/** A framing moved by a part of what is shown: the picture follows the finger, so the frame goes the other way. It stays inside the picture. */
export function moved(
  size: { width: number; height: number },
  framing: Framing,
  { right, down }: { right: number; down: number },
): Framing {
  const { side } = squareOf(size, framing);
  const shift = (position: number, length: number, by: number) => {
    const room = length - side;
    return room <= 0 ? 0 : Math.max(-1, Math.min(1, position - (2 * by * side) / room));
  };
  return { ...framing, x: shift(framing.x, size.width, right), y: shift(framing.y, size.height, down) };
}
