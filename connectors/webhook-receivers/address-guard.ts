import { BlockList, isIP } from 'node:net';

/**
 * Addresses to which nothing is ever sent, whatever the operator allows: link-local addresses, and the metadata
 * services of clouds.
 */
const NEVER = blockList([
  ...['169.254.0.0/16', 'fe80::/10'],
  // Alibaba, Oracle and Azure; then Amazon, Google, Oracle and Scaleway by IPv6.
  ...['100.100.100.200/32', '192.0.0.192/32', '168.63.129.16/32'],
  ...['fd00:ec2::/32', 'fd20:ce::254/128', 'fd00:c1::a9fe:a9fe/128', 'fd00:42::42/128'],
]);

/** Non-public IPv4: RFC 6890 and the documents that it refers to. */
const NOT_PUBLIC_V4 = blockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** In IPv6 only global unicast is public, except addresses that embed an IPv4 address or are for documentation. */
const GLOBAL_V6 = blockList(['2000::/3']);
const NOT_PUBLIC_V6 = blockList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Decides to which addresses webhooks may be sent. */
export class AddressGuard {
  readonly #allowed: BlockList;

  /** @param allowed - the operator's own networks (`10.1.0.0/16`) to which webhooks may also be sent. */
  constructor(allowed: readonly string[]) {
    this.#allowed = blockList(allowed);
  }

  /** @param address - as Node writes it, IPv6 without brackets. A text that is not an address is not allowed. */
  allows(address: string): boolean {
    const plain = unmapped(address);
    // A zone names an interface of this machine.
    if (plain.includes('%')) return false;
    const family = isIP(plain);
    if (family === 0 || isIn(NEVER, plain) || isIn(NEVER, carriedBy(plain))) return false;
    if (isIn(this.#allowed, plain)) return true;
    return family === 4 ? !isIn(NOT_PUBLIC_V4, plain) : isIn(GLOBAL_V6, plain) && !isIn(NOT_PUBLIC_V6, plain);
  }
}

/** An IPv4-mapped IPv6 address is checked as that IPv4 address: the machine connects to it. */
function unmapped(address: string): string {
  if (isIP(address) !== 6 || address.includes('%')) return address;
  const groups = groupsOf(address);
  return isZero(groups.slice(0, 5)) && groups[5] === 0xffff ? dotted(groups.slice(6)) : address;
}

/**
 * The IPv4 address behind an IPv6 address that a network translates or tunnels (NAT64, 6to4, `::a.b.c.d`): the IPv6
 * address may be allowed and still lead to a forbidden IPv4 address. Returns any other address unchanged.
 */
function carriedBy(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const [first, second] = groups;
  if (first === 0x2002) return dotted(groups.slice(1, 3));
  const isTranslated = first === 0x64 && second === 0xff9b;
  return isTranslated || isZero(groups.slice(0, 6)) ? dotted(groups.slice(6)) : address;
}

const isZero = (groups: readonly number[]) => groups.every((group) => group === 0);
const dotted = (groups: readonly number[]) => groups.flatMap((group) => [group >> 8, group & 255]).join('.');

/** The eight numbers of an IPv6 address in any notation. */
function groupsOf(address: string): readonly number[] {
  const [before = '', after = ''] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [numbers(before), numbers(after)];
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}
