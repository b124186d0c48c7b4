/** Keeps a choice for the server's next page, for some seconds; where people come over TLS it travels over nothing else. */
export function keepCookie(name: string, value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser we serve.
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax${secure}`;
}
