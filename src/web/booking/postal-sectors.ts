/** Singapore's postal sectors (the first two digits of a postal code) under the town that people call them by. */
const sectorsByTown: Record<string, string> = {
  'Raffles Place': '01 04 05',
  Marina: '02 03',
  Chinatown: '06',
  'Tanjong Pagar': '07 08',
  HarbourFront: '09 10',
  'Pasir Panjang': '11',
  Clementi: '12',
  Dover: '13',
  Queenstown: '14',
  Redhill: '15',
  'Tiong Bahru': '16',
  'City Hall': '17',
  Bugis: '18 19',
  'Little India': '20 21',
  Orchard: '22 23',
  Tanglin: '24 25',
  Holland: '26 27',
  'Bukit Timah': '28 58 59',
  Novena: '29 30',
  'Toa Payoh': '31 32',
  Balestier: '33',
  Kallang: '34',
  'Potong Pasir': '35',
  'Paya Lebar': '36 37',
  Geylang: '38 39',
  Eunos: '40 41',
  Katong: '42 43',
  'Marine Parade': '44 45',
  Bedok: '46 47 48',
  Changi: '49 50 81',
  'Pasir Ris': '51',
  Tampines: '52',
  Hougang: '53',
  Sengkang: '54',
  Serangoon: '55',
  'Ang Mo Kio': '56',
  Bishan: '57',
  'Jurong East': '60',
  'Jurong West': '61 62 63 64',
  'Bukit Batok': '65',
  Hillview: '66',
  'Bukit Panjang': '67',
  'Choa Chu Kang': '68',
  Tengah: '69 70 71',
  Kranji: '72',
  Woodlands: '73',
  Yishun: '75 76',
  'Upper Thomson': '77 78',
  Seletar: '79 80',
  Punggol: '82',
  Sembawang: '91',
};

const townBySector = new Map(
  Object.entries(sectorsByTown).flatMap(([town, sectors]) => sectors.split(' ').map((sector) => [sector, town])),
);

/** The town that a postal code's first two digits stand for, or undefined when no code starts so. */
export function townOf(postalCode: string): string | undefined {
  return townBySector.get(postalCode.slice(0, 2));
}

/** What is wrong with a postal code, or undefined. */
export function postalCodeError(postalCode: string): string | undefined {
  if (postalCode === '') return 'Enter the postal code of the pick-up.';
  if (!/^\d{6}$/.test(postalCode)) return 'A postal code in Singapore has 6 digits.';
  return townOf(postalCode)
    ? undefined
    : 'No postal code in Singapore starts like this. Please check the first two digits.';
}
