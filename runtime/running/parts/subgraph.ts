import type { SubgraphName } from '../../../core/principal/subgraph-names.js';
import type { Resources } from '../../assembly/resources.js';
import { subgraphUrls } from '../../assembly/subgraph-urls.js';
import type { HostPart } from '../../parts/host-part.js';
import { LoanSystemStatusPart } from '../../parts/loan-system-status-part.js';
import { ObservabilityPart } from '../../parts/observability-part.js';
import { internalPort } from './internal-port.js';
import { CALLS_LOAN_SYSTEMS } from './parts-that-call-loan-systems.js';
import type { StartPart } from './start-part.js';

type MakePart = (resources: Resources, port: number) => HostPart;

/** Each loads only its own subgraph. */
const SUBGRAPH_PARTS: Readonly<Record<SubgraphName, () => Promise<MakePart>>> = {
  servicing: async () => (await import('../../parts/subgraphs/servicing-part.js')).servicingPart,
  payments: async () => (await import('../../parts/subgraphs/payments-part.js')).paymentsPart,
  reporting: async () => (await import('../../parts/subgraphs/reporting-part.js')).reportingPart,
  messaging: async () => (await import('../../parts/subgraphs/messaging-part.js')).messagingPart,
};

export async function loadSubgraph(name: SubgraphName): Promise<StartPart> {
  const makePart = await SUBGRAPH_PARTS[name]();
  return async (begin, resources) => {
    const callsLoanSystems = CALLS_LOAN_SYSTEMS.has(name);
    if (callsLoanSystems) await resources.addedSystems.refresh();
    await begin(new ObservabilityPart(resources, `tributary-subgraph-${name}`));
    if (callsLoanSystems) await begin(new LoanSystemStatusPart(resources, name));
    return begin(makePart(resources, internalPort(resources.config, subgraphUrls(resources.config)[name])));
  };
}
