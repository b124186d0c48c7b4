import { planningAreas, planningAreasSize } from './planning-areas.ts';

const opacities = [0.08, 0.24, 0.38, 0.54, 0.7, 0.88];

/**
 * Singapore's planning areas as an SVG picture, stronger where more instructors teach. Its one colour is half transparent, so
 * that it fits the light and the dark ground without knowing which it lies on.
 */
export function writeMap(counts: Record<string, number>): string {
  const most = Math.max(1, ...Object.values(counts));
  const { width, height } = planningAreasSize;
  const levels = opacities.map(() => '');
  for (const { name, path } of planningAreas) {
    const count = counts[name] ?? 0;
    const level = count === 0 ? 0 : Math.max(1, Math.ceil((count / most) * 5));
    levels[level] += path;
  }
  const shapes = levels.map((path, level) => (path ? `<path fill-opacity="${opacities[level]}" d="${path}"/>` : ''));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" fill="#25845f" stroke="#25845f" stroke-opacity=".4">${shapes.join('')}</svg>`;
}
