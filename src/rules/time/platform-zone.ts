/** Whose days and months the platform counts in: an instructor has a zone of their own. */
export const platformZone = 'Asia/Singapore';
