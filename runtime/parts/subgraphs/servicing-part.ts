import { buildServicing } from '../../../subgraphs/servicing/index.js';
import { receiveBoarding } from '../../assembly/boarding-uploads.js';
import { listsOf } from '../../assembly/list-exports.js';
import { loanSystems } from '../../assembly/loan-systems.js';
import type { Resources } from '../../assembly/resources.js';
import { servicingSource } from '../../assembly/sources/servicing-source.js';
import type { HostPart } from '../host-part.js';
import { subgraphPart } from '../subgraph-host-part.js';

export function servicingPart(resources: Resources, port: number): HostPart {
  const servicing = buildServicing(servicingSource(resources, loanSystems(resources)));
  return subgraphPart(resources, servicing, port, {
    boardings: receiveBoarding(resources),
    lists: listsOf(resources, 'servicing'),
  });
}
