import { BlockList, isIP } from 'node:net';

/** True when `ip` is one of the addresses, or in one of the subnets (CIDR), of the list. What is neither is passed over. */
export function isIpInList(ip: string, list: readonly string[]): boolean {
  if (list.length === 0) return false;
  const family = familyOf(ip);
  return family !== undefined && compiled(list).check(ip, family);
}

/** Lists live as long as the settings they are of, and are asked by every request. */
const compiledLists = new WeakMap<readonly string[], BlockList>();

function compiled(list: readonly string[]): BlockList {
  const ready = compiledLists.get(list);
  if (ready) return ready;
  const known = new BlockList();
  for (const entry of list) {
    const [address = '', bits] = entry.split('/');
    const family = familyOf(address);
    if (!family || !isIpOrSubnet(entry)) continue;
    if (bits === undefined) known.addAddress(address, family);
    else known.addSubnet(address, Number(bits), family);
  }
  compiledLists.set(list, known);
  return known;
}

/** True for an address or a subnet in CIDR notation. */
export function isIpOrSubnet(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined;
}
