import { isIPv6 } from 'node:net';

/**
 * The network that counts as one client: an IPv4 address, also if mapped into IPv6, or the /64 network of an IPv6
 * address, which one customer is assigned.
 */
export function clientNetwork(address: string): string {
  const carried = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (carried !== undefined || !isIPv6(address)) return carried ?? address;
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  return [...left, ...Array<string>(8).fill('0')]
    .slice(0, 8 - right.length)
    .concat(right)
    .slice(0, 4)
    .join(':');
}
