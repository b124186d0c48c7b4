import { describe, expect, test } from 'vitest';
import { distanceKm } from './distance-km.ts';
import { areaOfPostalCode } from './nearest-area.ts';
import { findPlanningArea, hasHomes, planningAreas } from './planning-areas.ts';
import { findPostalSector, isPostalCode, postalSectors } from './postal-sectors.ts';

describe('places of Singapore', () => {
  test('there are 55 planning areas, 26 of them common, each on the island', () => {
    expect(new Set(planningAreas.map(({ name }) => name)).size).toBe(55);
    expect(planningAreas.filter(({ isCommon }) => isCommon)).toHaveLength(26);
    for (const { lat, lng } of planningAreas) {
      expect(lat).toBeGreaterThan(1.2);
      expect(lat).toBeLessThan(1.48);
      expect(lng).toBeGreaterThan(103.6);
      expect(lng).toBeLessThan(104.1);
    }
  });

  test('an area is found in any case', () => {
    expect(findPlanningArea(' ang mo KIO ')?.name).toBe('Ang Mo Kio');
    expect(findPlanningArea('Atlantis')).toBeUndefined();
  });

  test('every sector from 01 to 82 but 74, and 91, belongs to one of 28 districts', () => {
    const expected = [...Array.from({ length: 82 }, (_, index) => String(index + 1).padStart(2, '0')), '91'];
    expect(postalSectors.map(({ sector }) => sector)).toEqual(expected.filter((sector) => sector !== '74'));
    expect(new Set(postalSectors.map(({ district }) => district)).size).toBe(28);
  });

  test.each([
    ['460123', true],
    ['740123', false],
    ['990123', false],
    ['46012', false],
    ['46', false],
    ['4601234', false],
    ['46O123', false],
  ])('%s is a postal code: %s', (text, isValid) => {
    expect(isPostalCode(text)).toBe(isValid);
  });

  test.each([
    ['460123', 'Bedok'],
    ['520123', 'Tampines'],
    ['545078', 'Sengkang'],
    ['820123', 'Punggol'],
    ['510123', 'Pasir Ris'],
    ['730123', 'Woodlands'],
    ['560123', 'Ang Mo Kio'],
    ['640123', 'Jurong West'],
  ])('postal code %s lies in %s', (postalCode, area) => {
    expect(areaOfPostalCode(postalCode)?.name).toBe(area);
  });

  test('a postal code of no assigned sector lies nowhere', () => {
    expect(areaOfPostalCode('740123')).toBeUndefined();
  });

  test('from Bedok to Woodlands it is about twenty kilometres, either way, and none to itself', () => {
    const bedok = findPostalSector('46')!;
    const woodlands = findPostalSector('73')!;
    expect(distanceKm(bedok, woodlands)).toBeCloseTo(20.8, 0);
    expect(distanceKm(woodlands, bedok)).toBe(distanceKm(bedok, woodlands));
    expect(distanceKm(bedok, bedok)).toBe(0);
  });
});

test('areas where nobody lives are known, and no town is among them', () => {
  expect(planningAreas.filter(({ isCommon, name }) => isCommon && !hasHomes(name))).toEqual([]);
  expect(['Western Water Catchment', 'North-Eastern Islands', 'Straits View'].filter(hasHomes)).toEqual([]);
});
