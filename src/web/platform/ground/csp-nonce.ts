/** The nonce of this page's policy, for the few parts that must write a style element themselves. Undefined on the server. */
export function cspNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}
