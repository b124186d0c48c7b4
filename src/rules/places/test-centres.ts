/** A driving centre that holds Traffic Police tests for private candidates (domain.md a4). Addresses are unconfirmed. */
export type TestCentre = { code: string; name: string; place: string; address: string; sector: string };

export const testCentres: readonly TestCentre[] = [
  {
    code: 'BBDC',
    name: 'Bukit Batok Driving Centre',
    place: 'Bukit Batok',
    address: '815 Bukit Batok West Ave 5, S659085',
    sector: '65',
  },
  { code: 'CDC', name: 'ComfortDelGro Driving Centre', place: 'Ubi', address: '205 Ubi Ave 4, S408805', sector: '40' },
  {
    code: 'SSDC',
    name: 'Singapore Safety Driving Centre',
    place: 'Woodlands',
    address: '2 Woodlands Industrial Park E4, S757387',
    sector: '75',
  },
];
