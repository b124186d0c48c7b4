import { demoChance } from './demo-chance.ts';

/** What is painted, in the light and in the shade. */
const paints = [
  ['#e9ebe8', '#a9b0ad'],
  ['#c3c8cb', '#7f878c'],
  ['#3c4a54', '#1f282f'],
  ['#8c2f2b', '#571b19'],
  ['#2f5c86', '#193955'],
  ['#d8d2c2', '#9a9484'],
] as const;
/** Sky, houses and trees of the street behind. */
const streets = [
  ['#cfdde1', '#e4d8c5', '#7c9a7d'],
  ['#dbe2e0', '#cdbfae', '#6d8f78'],
  ['#d5dcea', '#dccfc6', '#88a27a'],
] as const;
/** Outline and windows of a saloon and of a hatchback, from the left, standing on wheels at 44 and 116. */
const bodies = {
  saloon: {
    outline: 'M14 70c-1-8 1-12 7-14l22-4c9-10 17-15 31-15h10c14 0 22 6 31 16l22 4c7 2 9 7 9 13l-3 4H17z',
    windows: 'M50 52c6-7 13-10 23-10h4v11H50zM81 42h4c10 0 16 4 23 11H81z',
  },
  hatchback: {
    outline: 'M16 70c-1-8 1-13 6-15l20-4c10-12 18-17 33-17h20c14 0 21 5 27 17l14 5c6 2 8 7 8 12l-3 4H19z',
    windows: 'M49 52c7-9 14-13 26-13h4v14H49zM83 39h11c11 0 15 4 20 13H83z',
  },
} as const;
const small = /Fit|Jazz|Yaris|Mazda 2/;
const wheelOf = (x: number) =>
  `<circle cx="${x}" cy="73" r="11" fill="#1b1e1f"/><circle cx="${x}" cy="73" r="6.500" fill="#b9bfc0"/><circle cx="${x}" cy="73" r="2" fill="#596061"/>`;

/**
 * A car of a driving instructor as SVG text of 160 by 100 units, as a photograph: from the side, at the kerb of a blurred street, with the L-plate on its
 * roof and no number plate. The same key and model always draw the same picture. Holds no script, style or outside reference.
 */
export function drawCar(key: string, model: string): string {
  const chance = demoChance(`car:${key}`);
  const [light, shade] = chance.pick(paints);
  const [sky, houses, trees] = chance.pick(streets);
  const { outline, windows } = small.test(model) ? bodies.hatchback : bodies.saloon;
  const side = chance.happens(50) ? '' : ' transform="matrix(-1 0 0 1 160 0)"';
  const tree = chance.between(20, 60);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100" width="960" height="600"><defs>',
    '<filter id="far" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="3"/></filter>',
    `<linearGradient id="paint" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light}"/><stop offset=".55" stop-color="${light}"/><stop offset="1" stop-color="${shade}"/></linearGradient>`,
    '<linearGradient id="glass" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#a9bcc4"/><stop offset="1" stop-color="#27343b"/></linearGradient></defs>',
    `<rect width="160" height="100" fill="${sky}"/><g filter="url(#far)"><rect x="-6" y="14" width="62" height="56" fill="${houses}"/><rect x="96" y="4" width="72" height="66" fill="${houses}" opacity=".75"/><circle cx="${tree}" cy="40" r="20" fill="${trees}"/><circle cx="${tree + 78}" cy="34" r="17" fill="${trees}" opacity=".85"/><rect y="64" width="160" height="12" fill="#b9b6ab"/></g>`,
    '<rect y="74" width="160" height="26" fill="#565d5b"/><rect y="93" width="160" height="2" fill="#e8e6da" opacity=".5"/><ellipse cx="82" cy="84" rx="72" ry="4" fill="#15191a" opacity=".55"/>',
    `<g${side}><path d="${outline}" fill="url(#paint)"/><path d="${windows}" fill="url(#glass)"/><path d="M18 62h130" stroke="${shade}" stroke-width=".8" opacity=".7"/><path d="M79 53v20" stroke="${shade}" stroke-width=".6" opacity=".7"/><path d="M64 58h6M92 58h6" stroke="${shade}" stroke-width="1.400"/><path d="M15 60l7-3 1 5-8 2z" fill="#a22a20"/><path d="M147 60l-8-3v5l9 1z" fill="#f4efd8"/>${wheelOf(44)}${wheelOf(116)}</g>`,
    '<g><rect x="76" y="23" width="13" height="13" rx="1.500" fill="#fff"/><path d="M80.500 26v7h5" fill="none" stroke="#b3261e" stroke-width="2.200"/></g></svg>',
  ].join('');
}
