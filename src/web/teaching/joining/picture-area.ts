/** A rectangle on a picture, in parts of its width and height from 0 to 1. */
export type Area = { left: number; top: number; right: number; bottom: number };
export type Point = { x: number; y: number };

export const wholePicture: Area = { left: 0, top: 0, right: 1, bottom: 1 };

/** The least width and height of an area, so that none is lost under a finger. */
const least = 0.02;
const within = (value: number) => Math.max(0, Math.min(1, value));

/** The area between two corners, whichever way it was drawn; never empty, never outside the picture. */
export function areaBetween(one: Point, other: Point): Area {
  const left = Math.min(within(Math.min(one.x, other.x)), 1 - least);
  const top = Math.min(within(Math.min(one.y, other.y)), 1 - least);
  return {
    left,
    top,
    right: Math.max(left + least, within(Math.max(one.x, other.x))),
    bottom: Math.max(top + least, within(Math.max(one.y, other.y))),
  };
}

/** An area with one side moved; the other sides stay, and it never turns inside out. */
export function withSide(area: Area, side: keyof Area, to: number): Area {
  const value = within(to);
  if (side === 'left') return { ...area, left: Math.min(value, area.right - least) };
  if (side === 'right') return { ...area, right: Math.max(value, area.left + least) };
  if (side === 'top') return { ...area, top: Math.min(value, area.bottom - least) };
  return { ...area, bottom: Math.max(value, area.top + least) };
}

/** An area of what is kept of a picture, as an area of the whole picture. */
export function areaOfWhole(kept: Area, area: Area): Area {
  const [width, height] = [kept.right - kept.left, kept.bottom - kept.top];
  return {
    left: kept.left + area.left * width,
    right: kept.left + area.right * width,
    top: kept.top + area.top * height,
    bottom: kept.top + area.bottom * height,
  };
}

/** The size in pixels of what is kept of a picture, no side longer than so many. */
export function sizeOf(
  picture: { width: number; height: number },
  kept: Area,
  longest: number,
): { width: number; height: number } {
  const width = (kept.right - kept.left) * picture.width;
  const height = (kept.bottom - kept.top) * picture.height;
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
