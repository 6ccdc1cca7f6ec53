import { promises as dns, type LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Names for which this machine has its own addresses. */
const HOSTS_FILE = '/etc/hosts';
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
/** For one query to one name server; each query is tried twice. */
const ANSWER_WITHIN_MS = 3_000;

/** No address was found for a name; the caller does not need to know which server failed to answer. */
export class NameNotResolved extends Error {
  readonly code = 'NAME_NOT_RESOLVED';
}

export interface NameServers {
  /** `address:port`; the machine's own name servers by default. Only tests pass others. */
  readonly servers?: readonly string[];
  readonly timeoutMs: number;
}

/**
 * All addresses of a name: those of the hosts file, or the A and AAAA records in DNS. It does not use `dns.lookup`,
 * which holds one of libuv's four threads for as long as a name server hangs, and so blocks file access and lookups of
 * the whole process. Each query has its own sockets and ends after `timeoutMs`. Names are resolved as written, without
 * search domains.
 *
 * @throws {NameNotResolved}
 */
export async function addressesOf(hostname: string, { servers, timeoutMs }: NameServers): Promise<LookupAddress[]> {
  const name = hostname.replace(/\.$/, '').toLowerCase();
  // RFC 6761: it is this machine, whatever a name server answers.
  if (name === 'localhost' || name.endsWith('.localhost')) return [...LOOPBACK];
  const written = await addressesInHostsFile(name);
  if (written.length > 0) return written;
  const resolver = new dns.Resolver({ timeout: ANSWER_WITHIN_MS, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const deadline = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    // IPv4 first: no time is lost where there is no IPv6 route.
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

/** The addresses of a name in a hosts file. */
export function addressesIn(hostsFile: string, name: string): LookupAddress[] {
  return hostsFile.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    // A zone names an interface of this machine: webhooks are never sent there.
    const family = address.includes('%') ? 0 : isIP(address);
    return family !== 0 && names.includes(name) ? [{ address, family }] : [];
  });
}
