import type { CardProcessors } from '../../../../connectors/card-processors/registry.js';
import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import type { KeyedDigests } from '../../../../core/secrets/keyed-digests.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { CheckBooks } from './books-side.js';

export interface TieOutParts extends Pick<ServiceParts, 'db' | 'clock' | 'logger'> {
  readonly systems: LoanSystems;
  readonly processors: CardProcessors;
  /** Keys of the results' seals, which are not in the database. */
  readonly macs: KeyedDigests;
  /** Reports belong to another subgraph: the code that assembles both passes this function in. */
  readonly checkBooks: CheckBooks;
}
