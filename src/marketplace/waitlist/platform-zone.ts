/** Where the days of people who wait are counted. */
export const platformZone = 'Asia/Singapore';
