import type { Transaction } from '../../core/db/database.js';
import type { LoanReference } from '../../loan-model/port.js';
import type { AccountChange } from '../../loan-model/projection/account-change.js';
import type { Adjustment } from './adjustment.js';
import type { Refusal } from './operation-result.js';
import type { Waiver } from './waiver.js';

/** Performed, with changes for the caller to apply in the same transaction; or refused. */
export type OperationOutcome = { readonly kind: 'done'; readonly change: AccountChange } | Refusal;

/** Servicing operations on a loan other than payments; each runs inside the caller's transaction. */
export interface LedgerOperations {
  disburse(tx: Transaction, loan: LoanReference): Promise<OperationOutcome>;
  waive(tx: Transaction, loan: LoanReference, waiver: Waiver): Promise<OperationOutcome>;
  chargeOff(tx: Transaction, loan: LoanReference, reason: string): Promise<OperationOutcome>;
  adjust(tx: Transaction, loan: LoanReference, adjustment: Adjustment): Promise<OperationOutcome>;
  undoChargeOff(tx: Transaction, loan: LoanReference, reason: string): Promise<OperationOutcome>;
  close(tx: Transaction, loan: LoanReference): Promise<OperationOutcome>;
}
