/** The path of a record's file, such as `/api/files/instructors/<id>/<file>`; empty without a file. */
export function fileUrl(collection: string, record: string, file: string): string {
  return file === '' ? '' : `/api/files/${collection}/${record}/${encodeURIComponent(file)}`;
}
