import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import type { PostingParts } from '../posting/keyed-posting.js';
import type { SettlementTiming } from '../posting/lease-and-lookup-timing.js';
import type { PaymentSettlement } from './write-payment-outcome.js';

export interface RecorderParts extends PostingParts {
  readonly systems: LoanSystems;
  readonly settlement: PaymentSettlement;
  readonly timing: SettlementTiming;
}
