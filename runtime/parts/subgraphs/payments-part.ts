import { buildPayments } from '../../../subgraphs/payments/index.js';
import { listsOf } from '../../assembly/list-exports.js';
import { loanSystems } from '../../assembly/loan-systems.js';
import type { Resources } from '../../assembly/resources.js';
import { paymentsSource } from '../../assembly/sources/payments-source.js';
import type { HostPart } from '../host-part.js';
import { subgraphPart } from '../subgraph-host-part.js';

export function paymentsPart(resources: Resources, port: number): HostPart {
  const payments = buildPayments(paymentsSource(resources, loanSystems(resources)));
  return subgraphPart(resources, payments, port, { lists: listsOf(resources, 'payments') });
}
