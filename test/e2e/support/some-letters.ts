/** Letters by chance that tell what one test makes from what others do: names may hold no numbers. */
export function someLetters(): string {
  return crypto
    .randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
}
