/** What the token of a mailed link says of itself. Nobody has checked it: it serves for words and for where to send the token. */
export type LinkClaims = {
  /** Id or name of the collection of accounts it is for. */
  collection: string;
  /** The account. */
  id: string;
  email: string;
  newEmail: string;
};

const nobody: LinkClaims = { collection: 'users', id: '', email: '', newEmail: '' };

/** The claims of a token from a mailed link; of anything else, those of nobody in `users`. */
export function readLinkClaims(token: string): LinkClaims {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims !== 'object' || claims === null) return nobody;
    const text = (name: string): string => {
      const value: unknown = Reflect.get(claims, name);
      return typeof value === 'string' ? value : '';
    };
    return {
      collection: text('collectionId') || 'users',
      id: text('id'),
      email: text('email'),
      newEmail: text('newEmail'),
    };
  } catch {
    // Half a link, as some mail programs leave it: the server will say that it is of no use.
    return nobody;
  }
}
