import { addSealingGauges } from '../../../core/audit/sealing/sealing-gauges.js';
import { addBusinessGauges } from '../../../subgraphs/payments/counts/waiting-for-outcome-or-decision-gauges.js';
import { addTieOutGauges } from '../../../subgraphs/payments/tie-out/comparison/gauges.js';
import { LoanSystemStatusPart } from '../../parts/loan-system-status-part.js';
import { ObservabilityPart } from '../../parts/observability-part.js';
import { WorkerPart } from '../../parts/worker-part.js';
import type { StartPart } from './start-part.js';

export const startPart: StartPart = async (begin, resources) => {
  const worker = new WorkerPart(resources);
  const gauges = [addBusinessGauges, addSealingGauges, addTieOutGauges, worker.addGauge];
  await begin(new ObservabilityPart(resources, 'tributary-worker', [worker.check], gauges));
  await begin(worker);
  await begin(new LoanSystemStatusPart(resources, 'worker'));
  return undefined;
};
