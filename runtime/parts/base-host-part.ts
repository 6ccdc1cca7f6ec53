import { createBaseHost } from '../../rest-facade/host/base-host.js';
import { baseServices, type FacadeFiles } from '../assembly/base-services.js';
import type { FacadeParts } from './facade-parts.js';
import { type HostPart, hostPart } from './host-part.js';

/** The base host, which serves REST. */
export function basePart({ resources, operations, limits }: FacadeParts, files: FacadeFiles): HostPart {
  const { config } = resources;
  const services = baseServices(resources, operations, limits, resources.isReady, files);
  const host = createBaseHost(services, config.TRUST_PROXY);
  return hostPart('rest', host, { host: config.HOST, port: config.PORT, variable: 'PORT' });
}
