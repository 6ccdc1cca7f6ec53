/** Ends of names that are given out inside a network: RFC 6762, 6761, 8375, ICANN's `.internal`, and Kubernetes' own. */
const INTERNAL = ['local', 'localhost', 'internal', 'home.arpa', 'svc'];

/** Whether a name can only be one of somebody's own network: it is told by the name, and nobody has to be asked. */
export function isInternalName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return !name.includes('.') || INTERNAL.some((end) => name.endsWith(`.${end}`));
}
