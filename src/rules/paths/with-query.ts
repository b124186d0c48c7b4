/** A page's path with what it is asked for behind it, as `?name=value`; what is empty or undefined is left out. */
export function withQuery(path: string, asked: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(asked).flatMap(([name, value]) => (value ? `${name}=${encodeURIComponent(value)}` : []));
  return said.length > 0 ? `${path}?${said.join('&')}` : path;
}
