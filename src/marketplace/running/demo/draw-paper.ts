const ink = '#14211c';
const faint = 'font-size="22" opacity=".65"';

/**
 * A vehicle's registration paper as SVG text of 900 by 600 units, so that the demo's case at the desk has something to look at: what it says of
 * the car, the owner's number covered as instructors cover it, and across it all that it is none. Holds no script, style or outside reference.
 */
export function drawPaper({ name, plate, model }: { name: string; plate: string; model: string }): string {
  const lines: readonly [string, string][] = [
    ['Registered owner', name],
    ['Number plate', plate],
    ['Make and model', model],
    ['Scheme', 'Instruction vehicle'],
    ['Dual controls', 'Fitted'],
  ];
  const text = (x: number, y: number, words: string, look: string) =>
    `<text x="${x}" y="${y}" font-family="sans-serif" fill="${ink}" ${look}>${words}</text>`;
  const rows = lines.map(([label, value], row) => {
    const y = 210 + row * 62;
    return `${text(60, y, label, faint)}${text(340, y, value, 'font-size="28"')}<path d="M60 ${y + 18}h780" stroke="${ink}" opacity=".15"/>`;
  });
  const parts = [
    '<rect width="900" height="600" fill="#fbfaf6"/>',
    `<rect x="24" y="24" width="852" height="552" fill="none" stroke="${ink}" stroke-width="2"/>`,
    text(60, 92, 'Vehicle registration', 'font-size="34"'),
    text(60, 138, 'Owner’s ID', faint),
    '<rect x="336" y="112" width="240" height="36" fill="#000"/>',
    ...rows,
    text(
      450,
      380,
      'DEMONSTRATION',
      'font-size="96" text-anchor="middle" opacity=".12" transform="rotate(-18 450 340)"',
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 600" width="900" height="600">${parts.join('')}</svg>`;
}
