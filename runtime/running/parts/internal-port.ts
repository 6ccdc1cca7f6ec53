import type { Config } from '../../../core/config/load.js';

/** Where this part listens for others: the configured port, or the one in its address for them. */
export function internalPort({ INTERNAL_PORT }: Config, address: string): number {
  const { port, protocol } = new URL(address);
  return INTERNAL_PORT || Number(port) || (protocol === 'https:' ? 443 : 80);
}
