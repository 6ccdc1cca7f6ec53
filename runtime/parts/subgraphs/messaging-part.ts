import { buildMessaging } from '../../../subgraphs/messaging/index.js';
import type { Resources } from '../../assembly/resources.js';
import { messagingSource } from '../../assembly/sources/messaging-source.js';
import type { HostPart } from '../host-part.js';
import { subgraphPart } from '../subgraph-host-part.js';

export function messagingPart(resources: Resources, port: number): HostPart {
  return subgraphPart(resources, buildMessaging(messagingSource(resources)), port);
}
