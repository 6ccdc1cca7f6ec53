import { promises as dns, type LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Names that this machine has addresses of its own for. */
const HOSTS_FILE = '/etc/hosts';
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
/** For one question to one name server; it is asked a second time. */
const ANSWER_WITHIN_MS = 3_000;

/** No address was found for a name; which server said so, or did not, is no matter of who asked. */
export class NameNotResolved extends Error {
  readonly code = 'NAME_NOT_RESOLVED';
}

export interface NameServers {
  /** `address:port`; without it the machine's own. Only tests hand in others. */
  readonly servers?: readonly string[];
  readonly timeoutMs: number;
}

/**
 * All addresses of a name: those of the hosts file, or what DNS says of A and AAAA. Not by `dns.lookup`: it takes one of libuv's four
 * threads for as long as a name server hangs, and with them go the files and the look-ups of the whole process. Each question has
 * sockets of its own, and is over with `timeoutMs`. A name is asked for as it stands, without search domains.
 *
 * @throws {NameNotResolved}
 */
export async function addressesOf(hostname: string, { servers, timeoutMs }: NameServers): Promise<LookupAddress[]> {
  const name = hostname.replace(/\.$/, '').toLowerCase();
  // RFC 6761: it is this machine, whatever a name server says.
  if (name === 'localhost' || name.endsWith('.localhost')) return [...LOOPBACK];
  const written = await addressesInHostsFile(name);
  if (written.length > 0) return written;
  const resolver = new dns.Resolver({ timeout: ANSWER_WITHIN_MS, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const deadline = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    // IPv4 first: where there is no way out by IPv6 no time is lost on it.
    const found = answers.flatMap((answer, at) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
    );
    if (found.length === 0) throw new NameNotResolved();
    return found;
  } finally {
    clearTimeout(deadline);
  }
}

async function addressesInHostsFile(name: string): Promise<LookupAddress[]> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  return addressesIn(text, name);
}

/** What a hosts file says of a name. */
export function addressesIn(hostsFile: string, name: string): LookupAddress[] {
  return hostsFile.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    // A zone names an interface of this machine: what is behind it is never sent to.
    const family = address.includes('%') ? 0 : isIP(address);
    return family !== 0 && names.includes(name) ? [{ address, family }] : [];
  });
}
