import { leakedPasswords } from '#rules/passwords/common-passwords.ts';

let list: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is among the most used of those that leaked, in whatever mixture of small letters and capitals. */
export async function isLeakedPassword(password: string): Promise<boolean> {
  const typed = password.toLowerCase();
  list ??= readList();
  return leakedPasswords.has(typed) || (await list).has(typed);
}

// Read at the first password that somebody chooses. What is shorter is refused for that.
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((text) => text.length >= 8).map((text) => text.toLowerCase()));
}
