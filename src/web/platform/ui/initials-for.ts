/** What a person is called, as far as it is known. */
export type Named = { name?: string | undefined; firstName?: string | undefined; email?: string | undefined };

/** The two letters that stand in for a missing picture: of the name, else the first name, else the email; in capitals. */
export function initialsFor({ name, firstName, email }: Named): string {
  const source = [name, firstName, email].map((text) => text?.trim() ?? '').find((text) => text !== '') ?? '';
  return [...source].slice(0, 2).join('').toUpperCase();
}
