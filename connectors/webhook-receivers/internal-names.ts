/** Suffixes of internal names: RFC 6762, 6761, 8375, ICANN's `.internal`, and those of Kubernetes. */
const INTERNAL = ['local', 'localhost', 'internal', 'home.arpa', 'svc'];

/** Whether a name can only belong to a private network, judged by the name alone, without a lookup. */
export function isInternalName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return !name.includes('.') || INTERNAL.some((end) => name.endsWith(`.${end}`));
}
