import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The address block to count a client by: an IPv4 address, or the 64-bit network prefix of an IPv6 address. A client
 * can choose the other 64 bits freely for each call (RFC 4291 section 2.5.4).
 */
export function addressBlock(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail = ''] = (address.split('%')[0] ?? '')
    .split('::')
    .map((half) => half.replace(/:?[\d.]+\.\d+$/, ':0:0'));
  const groups = (half: string) => half.split(':').filter((group) => group !== '');
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array<string>(Math.max(8 - before.length - after.length, 0)).fill('0');
  const network = [...before, ...zeros, ...after].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
