import { createSecureHost } from '../../rest-facade/host/secure-host.js';
import { secureServices } from '../assembly/secure-services.js';
import type { FacadeParts } from './facade-parts.js';
import { type HostPart, hostPart } from './host-part.js';

/** The host that takes card numbers. */
export function securePart({ resources, operations, limits }: FacadeParts): HostPart {
  const { config } = resources;
  const host = createSecureHost(secureServices(resources, operations, limits), config.TRUST_PROXY);
  return hostPart('secure', host, { host: config.HOST, port: config.SECURE_PORT, variable: 'SECURE_PORT' });
}
