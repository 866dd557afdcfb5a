import { isIPv6 } from 'node:net';

/** An address of IPv4, also where IPv6 carries it; of IPv6, the network of 64 bits that one customer is given. */
export function networkOf(address: string): string {
  const carried = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (carried !== undefined || !isIPv6(address)) return carried ?? address;
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  return [...left, ...Array<string>(8).fill('0')]
    .slice(0, 8 - right.length)
    .concat(right)
    .slice(0, 4)
    .join(':');
}
