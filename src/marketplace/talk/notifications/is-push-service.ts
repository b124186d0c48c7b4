// Chrome and most others, Firefox, Edge, Safari.
const services = [
  /^fcm\.googleapis\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)+notify\.windows\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
];

/**
 * Whether an address is a browser maker's push service: the server sends to no other, as the address comes from whoever subscribes.
 * `trusted` names origins besides, for trying things out.
 */
export function isPushService(endpoint: string, trusted: readonly string[] = []): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, origin, port, username } = new URL(endpoint);
  if (trusted.includes(origin)) return true;
  return protocol === 'https:' && port === '' && username === '' && services.some((service) => service.test(hostname));
}
