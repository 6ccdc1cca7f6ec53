import type { LoanSystems } from '../../../connectors/loan-systems/registry.js';
import { ERASURE_STEPS } from '../erasure-steps.js';
import { remoteSystems } from '../loan-systems.js';
import type { Resources } from '../resources.js';
import { sharedSource } from './shared-source.js';

/** Dependencies of the servicing subgraph. */
export function servicingSource(resources: Resources, systems: LoanSystems) {
  const remotes = remoteSystems(resources);
  return { ...sharedSource(resources), systems, remotes, erasureSteps: ERASURE_STEPS };
}
