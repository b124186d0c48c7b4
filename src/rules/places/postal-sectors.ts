/** The first two digits of a postal code: its postal district, what people call the place, and about where it is. */
export type PostalSector = { sector: string; district: number; town: string; lat: number; lng: number };

/**
 * The postal sectors (docs/rules.md, a8; 74 is unassigned). The middles are read off a map by hand and good to about a kilometre:
 * enough to order instructors by nearness, never to measure a drive.
 */
export const postalSectors: readonly PostalSector[] = [
  { sector: '01', district: 1, town: 'Raffles Place', lat: 1.284, lng: 103.851 },
  { sector: '02', district: 1, town: 'Tanjong Pagar', lat: 1.277, lng: 103.845 },
  { sector: '03', district: 1, town: 'Queenstown', lat: 1.289, lng: 103.803 },
  { sector: '04', district: 1, town: 'Telok Ayer', lat: 1.28, lng: 103.848 },
  { sector: '05', district: 1, town: 'Chinatown', lat: 1.284, lng: 103.843 },
  { sector: '06', district: 1, town: 'Cecil', lat: 1.28, lng: 103.848 },
  { sector: '07', district: 2, town: 'Anson', lat: 1.274, lng: 103.846 },
  { sector: '08', district: 2, town: 'Tanjong Pagar', lat: 1.275, lng: 103.841 },
  { sector: '09', district: 4, town: 'HarbourFront', lat: 1.266, lng: 103.82 },
  { sector: '10', district: 4, town: 'Telok Blangah', lat: 1.273, lng: 103.809 },
  { sector: '11', district: 5, town: 'Pasir Panjang', lat: 1.284, lng: 103.781 },
  { sector: '12', district: 5, town: 'Clementi', lat: 1.315, lng: 103.765 },
  { sector: '13', district: 5, town: 'one-north', lat: 1.304, lng: 103.788 },
  { sector: '14', district: 3, town: 'Queenstown', lat: 1.294, lng: 103.803 },
  { sector: '15', district: 3, town: 'Bukit Merah', lat: 1.283, lng: 103.817 },
  { sector: '16', district: 3, town: 'Tiong Bahru', lat: 1.286, lng: 103.83 },
  { sector: '17', district: 6, town: 'High Street', lat: 1.292, lng: 103.851 },
  { sector: '18', district: 7, town: 'Bugis', lat: 1.299, lng: 103.856 },
  { sector: '19', district: 7, town: 'Golden Mile', lat: 1.303, lng: 103.862 },
  { sector: '20', district: 8, town: 'Little India', lat: 1.308, lng: 103.855 },
  { sector: '21', district: 8, town: 'Farrer Park', lat: 1.311, lng: 103.852 },
  { sector: '22', district: 9, town: 'Orchard', lat: 1.306, lng: 103.829 },
  { sector: '23', district: 9, town: 'River Valley', lat: 1.298, lng: 103.835 },
  { sector: '24', district: 10, town: 'Tanglin', lat: 1.304, lng: 103.82 },
  { sector: '25', district: 10, town: 'Bukit Timah', lat: 1.313, lng: 103.82 },
  { sector: '26', district: 10, town: 'Holland', lat: 1.316, lng: 103.802 },
  { sector: '27', district: 10, town: 'Holland Village', lat: 1.311, lng: 103.794 },
  { sector: '28', district: 11, town: 'Watten Estate', lat: 1.33, lng: 103.812 },
  { sector: '29', district: 11, town: 'Thomson', lat: 1.326, lng: 103.838 },
  { sector: '30', district: 11, town: 'Novena', lat: 1.32, lng: 103.843 },
  { sector: '31', district: 12, town: 'Toa Payoh', lat: 1.334, lng: 103.85 },
  { sector: '32', district: 12, town: 'Balestier', lat: 1.326, lng: 103.852 },
  { sector: '33', district: 12, town: 'Bendemeer', lat: 1.32, lng: 103.864 },
  { sector: '34', district: 13, town: 'Potong Pasir', lat: 1.33, lng: 103.871 },
  { sector: '35', district: 13, town: 'Braddell', lat: 1.337, lng: 103.871 },
  { sector: '36', district: 13, town: 'Tai Seng', lat: 1.335, lng: 103.886 },
  { sector: '37', district: 13, town: 'MacPherson', lat: 1.327, lng: 103.887 },
  { sector: '38', district: 14, town: 'Geylang', lat: 1.315, lng: 103.883 },
  { sector: '39', district: 14, town: 'Aljunied', lat: 1.313, lng: 103.88 },
  { sector: '40', district: 14, town: 'Ubi', lat: 1.326, lng: 103.899 },
  { sector: '41', district: 14, town: 'Eunos', lat: 1.324, lng: 103.906 },
  { sector: '42', district: 15, town: 'Katong', lat: 1.309, lng: 103.904 },
  { sector: '43', district: 15, town: 'Tanjong Katong', lat: 1.303, lng: 103.895 },
  { sector: '44', district: 15, town: 'Marine Parade', lat: 1.304, lng: 103.906 },
  { sector: '45', district: 15, town: 'Siglap', lat: 1.313, lng: 103.924 },
  { sector: '46', district: 16, town: 'Bedok', lat: 1.322, lng: 103.934 },
  { sector: '47', district: 16, town: 'Bedok Reservoir', lat: 1.334, lng: 103.918 },
  { sector: '48', district: 16, town: 'Upper East Coast', lat: 1.32, lng: 103.953 },
  { sector: '49', district: 17, town: 'Loyang', lat: 1.37, lng: 103.979 },
  { sector: '50', district: 17, town: 'Changi', lat: 1.372, lng: 103.986 },
  { sector: '51', district: 18, town: 'Pasir Ris', lat: 1.373, lng: 103.95 },
  { sector: '52', district: 18, town: 'Tampines', lat: 1.35, lng: 103.945 },
  { sector: '53', district: 19, town: 'Hougang', lat: 1.366, lng: 103.887 },
  { sector: '54', district: 19, town: 'Sengkang', lat: 1.39, lng: 103.893 },
  { sector: '55', district: 19, town: 'Serangoon Garden', lat: 1.361, lng: 103.868 },
  { sector: '56', district: 20, town: 'Ang Mo Kio', lat: 1.371, lng: 103.846 },
  { sector: '57', district: 20, town: 'Bishan', lat: 1.353, lng: 103.843 },
  { sector: '58', district: 21, town: 'Upper Bukit Timah', lat: 1.343, lng: 103.775 },
  { sector: '59', district: 21, town: 'Ulu Pandan', lat: 1.325, lng: 103.778 },
  { sector: '60', district: 22, town: 'Jurong East', lat: 1.334, lng: 103.74 },
  { sector: '61', district: 22, town: 'Boon Lay', lat: 1.327, lng: 103.709 },
  { sector: '62', district: 22, town: 'Pioneer', lat: 1.31, lng: 103.68 },
  { sector: '63', district: 22, town: 'Tuas', lat: 1.3, lng: 103.64 },
  { sector: '64', district: 22, town: 'Jurong West', lat: 1.344, lng: 103.703 },
  { sector: '65', district: 23, town: 'Bukit Batok', lat: 1.351, lng: 103.753 },
  { sector: '66', district: 23, town: 'Hillview', lat: 1.362, lng: 103.765 },
  { sector: '67', district: 23, town: 'Bukit Panjang', lat: 1.378, lng: 103.768 },
  { sector: '68', district: 23, town: 'Choa Chu Kang', lat: 1.386, lng: 103.745 },
  { sector: '69', district: 24, town: 'Tengah', lat: 1.372, lng: 103.722 },
  { sector: '70', district: 24, town: 'Tengah', lat: 1.378, lng: 103.716 },
  { sector: '71', district: 24, town: 'Lim Chu Kang', lat: 1.424, lng: 103.714 },
  { sector: '72', district: 25, town: 'Kranji', lat: 1.425, lng: 103.76 },
  { sector: '73', district: 25, town: 'Woodlands', lat: 1.437, lng: 103.787 },
  { sector: '75', district: 27, town: 'Sembawang', lat: 1.449, lng: 103.82 },
  { sector: '76', district: 27, town: 'Yishun', lat: 1.427, lng: 103.836 },
  { sector: '77', district: 26, town: 'Upper Thomson', lat: 1.383, lng: 103.829 },
  { sector: '78', district: 26, town: 'Springleaf', lat: 1.398, lng: 103.82 },
  { sector: '79', district: 28, town: 'Seletar', lat: 1.397, lng: 103.872 },
  { sector: '80', district: 28, town: 'Yio Chu Kang', lat: 1.383, lng: 103.873 },
  { sector: '81', district: 17, town: 'Changi Airport', lat: 1.357, lng: 103.988 },
  { sector: '82', district: 19, town: 'Punggol', lat: 1.404, lng: 103.906 },
  { sector: '91', district: 17, town: 'Changi', lat: 1.372, lng: 103.986 },
];

const bySector = new Map(postalSectors.map((entry) => [entry.sector, entry]));

/** The sector of a six-digit postal code or of its first two digits; undefined for another form or an unassigned sector. */
export function findPostalSector(postalCode: string): PostalSector | undefined {
  return /^\d{2}(\d{4})?$/.test(postalCode) ? bySector.get(postalCode.slice(0, 2)) : undefined;
}

/** True for six digits whose sector is assigned (docs/rules.md, a8). */
export function isPostalCode(text: string): boolean {
  return text.length === 6 && findPostalSector(text) !== undefined;
}
