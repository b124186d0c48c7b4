/** The address of a file kept in a record, such as a user's avatar; undefined when the record has none. */
export function fileUrl(
  record: { id: string; collectionName: string },
  fileName: string | undefined,
  thumb?: string,
): string | undefined {
  if (!fileName) return undefined;
  const path = [record.collectionName, record.id, fileName].map(encodeURIComponent).join('/');
  return `/api/files/${path}${thumb ? `?thumb=${thumb}` : ''}`;
}
