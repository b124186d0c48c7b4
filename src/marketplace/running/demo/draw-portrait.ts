import { type DemoChance, demoChance } from './demo-chance.ts';

/** What a drawn face must show; the rest (shirt, ground, small shapes) follows from the key. */
export type Looks = {
  skin: 'fair' | 'tan' | 'brown' | 'deep';
  hair: HairStyle;
  hairColour: 'black' | 'brown' | 'grey' | 'white' | 'salt';
  glasses?: boolean;
  beard?: 'moustache' | 'full';
};

export type HairStyle =
  | 'short'
  | 'parted'
  | 'receding'
  | 'bald'
  | 'bob'
  | 'long'
  | 'bun'
  | 'curly'
  | 'headscarf'
  | 'turban';

/** In the light and in the shade. */
const skins = {
  fair: ['#e6bd9b', '#bd8763'],
  tan: ['#cd9a70', '#9c6843'],
  brown: ['#9a6642', '#6f4228'],
  deep: ['#75492f', '#4f2e1c'],
} as const;
const hairColours = { black: '#1d1815', brown: '#43301f', grey: '#8d8b87', white: '#cfcac4', salt: '#57534f' } as const;
/** What is blurred behind somebody: walls and trees in front of a bright sky. */
const grounds = [
  ['#9fb6a3', '#d8dccb'],
  ['#b5a58e', '#e4dccb'],
  ['#93a9b5', '#d3dde0'],
  ['#a9a08f', '#dcd6c8'],
  ['#8fa79a', '#cfdad0'],
  ['#b3a9b0', '#e0dadd'],
] as const;
const shirts = ['#1d5a4a', '#8a5a1c', '#33566e', '#7b4a3a', '#4b5a3a', '#2f3f57', '#a2572f', '#5b4a63'] as const;
const cloths = ['#35586b', '#6d4552', '#2f5f50', '#7a6a5c', '#4c4a6b'] as const;
const dark = '#1c1512';

const defs = [
  '<filter id="far" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="4"/></filter>',
  '<filter id="soft" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation=".7"/></filter>',
  '<linearGradient id="light" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#fff" stop-opacity=".28"/>',
  '<stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".28"/></linearGradient>',
].join('');

/**
 * A portrait as SVG text of 80 by 100 units, as a photograph of somebody who does not exist: a face in soft light before a blurred street. The same
 * key and looks always draw the same picture. Holds no script, style or outside reference.
 */
export function drawPortrait(key: string, looks: Looks): string {
  const chance = demoChance(`portrait:${key}`);
  const parts = [
    ground(chance),
    behindHead(looks),
    shoulders(looks, chance),
    looks.hair === 'headscarf' ? headscarf(looks, chance) : `${head(looks)}${hair(looks, chance)}`,
    looks.glasses ? glasses(looks, chance) : '',
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 100" width="320" height="400"><defs>${defs}</defs>${parts.join('')}</svg>`;
}

function ground(chance: DemoChance): string {
  const [wall, sky] = chance.pick(grounds);
  const side = chance.happens(50) ? '' : ' transform="matrix(-1 0 0 1 80 0)"';
  return `<rect width="80" height="100" fill="${sky}"/><g filter="url(#far)"${side}><rect x="-6" y="10" width="34" height="70" fill="${wall}"/><rect x="52" y="-4" width="40" height="60" fill="${wall}" opacity=".7"/><circle cx="14" cy="14" r="9" fill="#fff" opacity=".45"/><circle cx="62" cy="26" r="12" fill="#5e7d63" opacity=".5"/><rect y="72" width="80" height="30" fill="#6d756f" opacity=".5"/></g>`;
}

function shoulders(looks: Looks, chance: DemoChance): string {
  const shirt = chance.pick(shirts);
  const body = 'M4 104c1-20 10-28 24-31l24 0c14 3 23 11 24 31z';
  const collar = chance.pick([
    '<path d="M28 73l12 11 12-11 4 2-9 16-7-6-7 6-9-16z" fill="#fff" opacity=".2"/>',
    '<path d="M29 73c3 8 19 8 22 0l3 1c-3 12-25 12-28 0z" fill="#000" opacity=".22"/>',
    '<path d="M28 73l12 13 12-13 5 2-10 15-7-5-7 5-10-15z" fill="#fff" opacity=".75"/>',
  ]);
  return `${shaded(body, shirt)}<path d="M31 62h18v11c-4 7-14 7-18 0z" fill="${skins[looks.skin][1]}"/>${collar}`;
}

function head(looks: Looks): string {
  const [skin, shade] = skins[looks.skin];
  const isOld = ['grey', 'white', 'salt'].includes(looks.hairColour);
  const ears = ['headscarf', 'bob', 'long'].includes(looks.hair)
    ? ''
    : `<ellipse cx="22.500" cy="47" rx="2.600" ry="4" fill="${shade}"/><ellipse cx="57.500" cy="47" rx="2.600" ry="4" fill="${shade}"/>`;
  const lines = isOld
    ? '<path d="M31 52q-2 4-1 7M49 52q2 4 1 7M33 32q7-2 14 0" fill="none" stroke-width=".8" opacity=".6"/>'
    : '';
  const brows = isOld ? hairColours[looks.hairColour] : dark;
  return [
    ears,
    `<ellipse cx="40" cy="46" rx="17.500" ry="22" fill="${skin}"/><ellipse cx="40" cy="46" rx="17.500" ry="22" fill="url(#light)"/>`,
    `<g fill="${shade}" stroke="${shade}" stroke-width="0" filter="url(#soft)"><ellipse cx="33" cy="43" rx="4" ry="2" opacity=".8"/><ellipse cx="47" cy="43" rx="4" ry="2" opacity=".8"/><path d="M39 45l-2 8q3 2 6 0l-1-8z" opacity=".55"/><path d="M32 58q8 7 16 0q-8 3-16 0z"/><path d="M25 55q4 13 15 13t15-13q-2 8-15 9t-15-9z" opacity=".5"/>${lines}</g>`,
    `<g fill="${dark}" filter="url(#soft)"><ellipse cx="33.400" cy="43.200" rx="1.500" ry="1.200"/><ellipse cx="46.600" cy="43.200" rx="1.500" ry="1.200"/><path d="M28.500 39q4-2.500 8.500-.6M43 38.400q4.500-1.900 8.500.6" stroke="${brows}" fill="none" opacity=".85"/></g>`,
    beard(looks),
  ].join('');
}

function behindHead({ hair, hairColour }: Looks): string {
  const fill = hairColours[hairColour];
  if (hair === 'long') return soft('M20 76c-3-15-2-30 0-38 3-13 10-19 20-19s17 6 20 19c2 8 3 23 0 38z', fill);
  if (hair === 'bob')
    return soft('M19 61c-3-11-2-20 1-26 4-11 11-16 20-16s16 5 20 16c3 6 4 15 1 26-6 6-36 6-42 0z', fill);
  if (hair === 'bun') return `<circle cx="40" cy="18" r="8" fill="${fill}" filter="url(#soft)"/>`;
  return '';
}

const cuts: Partial<Record<HairStyle, string>> = {
  short: 'M22 45c-2-16 4-25 18-25s20 9 18 25c-2-5-3-11-6-13-8 2-16 2-24 0-3 2-4 8-6 13z',
  parted: 'M22 45c-3-17 5-26 19-26s19 9 17 26c-1-6-3-10-6-13-5 1-14-1-18-5-4 5-9 8-12 18z',
  receding: 'M22.500 47c-3-12 1-19 7-23-2 5-4 9-4 13-1 3-2 6-3 10zM57.500 47c3-12-1-19-7-23 2 5 4 9 4 13 1 3 2 6 3 10z',
  bald: 'M22.600 50c-2-5-2-10 0-13 .6 5 .6 9 0 13zM57.400 50c2-5 2-10 0-13-.6 5-.6 9 0 13z',
  bob: 'M22 47c0-15 6-24 18-24 11 0 18 9 18 24-2-6-4-10-7-13-8 2-16 2-22 0-3 3-5 7-7 13z',
  long: 'M22 47c0-15 7-24 18-24s18 9 18 24c-3-6-5-11-9-14-6 3-14 3-19 0-4 3-6 8-8 14z',
  bun: 'M22 44c0-15 7-22 18-22s18 7 18 22c-3-9-8-14-18-14s-15 5-18 14z',
};

function hair({ hair: cut, hairColour }: Looks, chance: DemoChance): string {
  const fill = hairColours[hairColour];
  const path = cuts[cut];
  if (path) return soft(path, fill);
  if (cut === 'curly') {
    const curls = [24, 29, 35, 41, 47, 52, 56].map(
      (x, index) => `<circle cx="${x}" cy="${[35, 28, 23, 21, 23, 28, 35][index]}" r="6"/>`,
    );
    return `<g fill="${fill}" filter="url(#soft)">${curls.join('')}</g>`;
  }
  const cloth = chance.pick(cloths);
  return `${shaded('M20 42c-3-18 7-29 20-29s23 11 20 29c-6-7-12-11-20-11s-14 4-20 11z', cloth)}<path d="M22 34c8-10 22-14 36-6M26 26c8-6 18-8 28-3" fill="none" stroke="#000" stroke-width=".8" opacity=".25"/>`;
}

function headscarf(looks: Looks, chance: DemoChance): string {
  const cloth = 'M17 88c-1-20-1-34 1-45 3-15 11-23 22-23s19 8 22 23c2 11 2 25 1 45-14 10-32 10-46 0z';
  return `${shaded(cloth, chance.pick(cloths))}<g transform="translate(5 6) scale(.875)">${head(looks)}</g>`;
}

function beard({ beard: kind, hairColour }: Looks): string {
  const fill = hairColours[hairColour];
  if (kind === 'moustache') {
    return soft('M32 56.500c3-3 6-3 8-1.200 2-1.800 5-1.800 8 1.200-3 1.400-6 1.200-8 .2-2 1-5 1.200-8-.2z', fill);
  }
  if (kind === 'full') return soft('M24 52c0 14 6 24 16 24s16-10 16-24c-3 6-8 8-16 8s-13-2-16-8z', fill);
  return '';
}

function glasses({ hair: cut }: Looks, chance: DemoChance): string {
  const lens = chance.happens(50)
    ? '<circle cx="33.200" cy="43.500" r="5.400"/><circle cx="46.800" cy="43.500" r="5.400"/>'
    : '<rect x="27.500" y="39.500" width="11" height="8" rx="2.200"/><rect x="41.500" y="39.500" width="11" height="8" rx="2.200"/>';
  const place = cut === 'headscarf' ? ' transform="translate(5 6) scale(.875)"' : '';
  return `<g fill="#fff" fill-opacity=".12" stroke="${dark}" stroke-width="1.100"${place}>${lens}<path d="M38.500 43h3M27.500 43l-4-.8M52.500 43l4-.8" fill="none"/></g>`;
}

function soft(path: string, fill: string): string {
  return `<path d="${path}" fill="${fill}" filter="url(#soft)"/>`;
}

/** In the light that falls from the left. */
function shaded(path: string, fill: string): string {
  return `<path d="${path}" fill="${fill}"/><path d="${path}" fill="url(#light)"/>`;
}
