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

const skins = { fair: '#e8c3a0', tan: '#d9a679', brown: '#b07b50', deep: '#8a5a3a' } as const;
const hairColours = { black: '#2a2320', brown: '#4a3427', grey: '#8d8b87', white: '#c9c6bf', salt: '#5f5b57' } as const;
const grounds = ['#dfe9e1', '#efe6d3', '#e6ece9', '#e9e3da', '#dde6ea', '#ece5e2'] as const;
const shirts = ['#0f5c46', '#8a5a1c', '#33566e', '#6b3f3a', '#4b5a3a', '#2f3f57', '#7a6a48', '#5b4a63'] as const;
const cloths = ['#35586b', '#6d4552', '#2f5f50', '#7a5a2c', '#4c4a6b'] as const;
const ink = '#14211c';

/**
 * A portrait as SVG text of 64 by 64 units: flat shapes, a face without features but glasses and beard, in the manner of the
 * product's cards. The same key and looks always draw the same picture. Holds no script, style or outside reference.
 */
export function drawPortrait(key: string, looks: Looks): string {
  const chance = demoChance(`portrait:${key}`);
  const skin = skins[looks.skin];
  const parts = [
    `<rect width="64" height="64" fill="${chance.pick(grounds)}"/>`,
    behindHead(looks),
    ...shoulders(chance),
    `<path d="M26 40h12v9a6 6 0 0 1-12 0z" fill="${skin}"/>`,
    ears(looks, skin),
    `<ellipse cx="32" cy="30" rx="${chance.pick([12.5, 13, 13.4])}" ry="${chance.pick([14.5, 15, 15.4])}" fill="${skin}"/>`,
    beard(looks),
    hair(looks, chance),
    looks.glasses ? glasses(chance) : '',
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="256" height="256">${parts.join('')}</svg>`;
}

function shoulders(chance: DemoChance): string[] {
  const shirt = chance.pick(shirts);
  const body = `<path d="M8 64c2-14 12-18 24-18s22 4 24 18z" fill="${shirt}"/>`;
  const collar = chance.pick([
    '',
    '<path d="M25 46l7 8 7-8 3 2-6 10-4-4-4 4-6-10z" fill="#fbfaf6" opacity=".85"/>',
    '<path d="M26 46.500a6.500 6.500 0 0 0 12 0l2 .6a8.500 8.500 0 0 1-16 0z" fill="#14211c" opacity=".35"/>',
  ]);
  return [body, collar];
}

function ears(looks: Looks, skin: string): string {
  if (['headscarf', 'turban', 'bob', 'long'].includes(looks.hair)) return '';
  return `<circle cx="19" cy="31" r="2.600" fill="${skin}"/><circle cx="45" cy="31" r="2.600" fill="${skin}"/>`;
}

function behindHead(looks: Looks): string {
  const fill = hairColours[looks.hairColour];
  if (looks.hair === 'long') return `<path d="M17 28c0-10 6-15 15-15s15 5 15 15v20H17z" fill="${fill}"/>`;
  if (looks.hair === 'bob') return `<path d="M17 28c0-10 6-15 15-15s15 5 15 15v12c-4 2-26 2-30 0z" fill="${fill}"/>`;
  if (looks.hair === 'bun') return `<circle cx="32" cy="11.500" r="5.500" fill="${fill}"/>`;
  return '';
}

function hair(looks: Looks, chance: DemoChance): string {
  const fill = hairColours[looks.hairColour];
  const path = (d: string) => `<path d="${d}" fill="${fill}"/>`;
  switch (looks.hair) {
    case 'short':
      return path('M18 29c-1-12 6-18 14-18s15 6 14 18c-2-6-5-9-9-10-6 2-13 1-16 2-2 2-3 5-3 8z');
    case 'parted':
      return path('M18 29c-2-13 6-18 15-18s14 6 13 18c-1-5-3-8-6-10-3 0-8-1-11-4-3 4-8 6-11 14z');
    case 'receding':
      return path('M18.500 31c-2-10 2-16 7-18-2 3-4 7-5 10zM45.500 31c2-10-2-16-7-18 2 3 4 7 5 10z');
    case 'bald':
      return path(
        'M18.600 33c-1.600-4-1.400-8 .4-10 .2 4 .2 7-.4 10zM45.400 33c1.600-4 1.400-8-.4-10-.2 4-.2 7 .4 10z',
      );
    case 'curly': {
      const curls = [20, 25, 30, 35, 40, 44].map((x, index) => {
        const y = [22, 17, 14.5, 14.5, 17, 22][index];
        return `<circle cx="${x}" cy="${y}" r="4.600"/>`;
      });
      return `<g fill="${fill}">${curls.join('')}</g>`;
    }
    case 'bob':
    case 'long':
      return path('M18 30c-1-12 5-18 14-18s15 6 14 18c-1-4-3-8-8-10-6 4-14 4-17 4-2 2-2 4-3 6z');
    case 'bun':
      return path('M18 29c0-11 6-16 14-16s14 5 14 16c-2-6-6-10-14-10s-12 4-14 10z');
    case 'headscarf': {
      const cloth = chance.pick(cloths);
      return `<path d="M32 9c-13 0-18 10-18 22 0 9 3 15 4 22 8 4 20 4 28 0 1-7 4-13 4-22 0-12-5-22-18-22zm0 9c8 0 11 6 11 13s-4 13-11 13-11-6-11-13 3-13 11-13z" fill="${cloth}" fill-rule="evenodd"/>`;
    }
    case 'turban': {
      const cloth = chance.pick(cloths);
      return `<path d="M16 27c-2-12 6-20 16-20s18 8 16 20c-4-6-10-8-16-8s-12 2-16 8z" fill="${cloth}"/><path d="M20 21c6-6 14-7 24-2-8-3-16-2-24 2z" fill="#14211c" opacity=".25"/>`;
    }
  }
}

function beard(looks: Looks): string {
  const fill = hairColours[looks.hairColour];
  if (looks.beard === 'moustache') {
    return `<path d="M26 37.500c2-2 4-2 6-.8 2-1.200 4-1.200 6 .8-2 1-4 1-6 .2-2 .8-4 .8-6-.2z" fill="${fill}"/>`;
  }
  if (looks.beard === 'full') {
    return `<path d="M19.500 31c0 10 5 16 12.500 16s12.500-6 12.500-16c-2 4-5 5.500-7 5.500-3-1.500-8-1.500-11 0-2 0-5-1.500-7-5.500z" fill="${fill}"/>`;
  }
  return '';
}

function glasses(chance: DemoChance): string {
  const lens = chance.happens(50)
    ? '<circle cx="26.500" cy="31" r="4"/><circle cx="37.500" cy="31" r="4"/>'
    : '<rect x="22" y="28" width="8.500" height="6" rx="1.600"/><rect x="33.500" y="28" width="8.500" height="6" rx="1.600"/>';
  return `<g fill="none" stroke="${ink}" stroke-width="1.400">${lens}<path d="M30.500 31h3"/></g>`;
}
