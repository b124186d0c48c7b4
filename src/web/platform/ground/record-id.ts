const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A new record id, 15 of `[a-z0-9]`, chosen here so that sending a create twice has one effect. */
export function newRecordId(random: (count: number) => Uint8Array = randomBytes): string {
  let id = '';
  while (id.length < 15) {
    // 252 is the largest multiple of 36 in a byte: larger values would favour the first letters.
    for (const byte of random(24)) {
      if (byte < 252 && id.length < 15) id += letters[byte % 36];
    }
  }
  return id;
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}
