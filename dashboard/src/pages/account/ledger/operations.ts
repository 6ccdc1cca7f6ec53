import type { AccountStatusCode, LedgerOperationType } from '../../../generated/graphql';

/** How an operation is offered and explained. */
export interface OfferedOperation {
  readonly type: LedgerOperationType;
  /** Label of the button that opens its form. */
  readonly label: string;
  /** Label of the button that performs it. */
  readonly confirm: string;
  readonly about: string;
  readonly isDanger?: boolean;
}

const DISBURSE: OfferedOperation = {
  type: 'disbursement',
  label: 'Disburse',
  confirm: 'Disburse the loan',
  about: 'The loan becomes active today: the whole amount is owed, and interest accrues from today.',
};

const WAIVE: OfferedOperation = {
  type: 'waiver',
  label: 'Waive interest or fees',
  confirm: 'Waive',
  about: 'What is waived is no longer owed, and is taken out of income. Principal cannot be waived, only charged off.',
};

const ADJUST: OfferedOperation = {
  type: 'adjustment',
  label: 'Adjust the balance',
  confirm: 'Adjust the balance',
  about: 'Corrects what is owed. No money moves, and a reduction does not count as paid.',
};

const CHARGE_OFF: OfferedOperation = {
  type: 'charge_off',
  label: 'Charge off',
  confirm: 'Charge off the loan',
  about:
    'The whole balance is written off as a loss. The borrower still owes it: later payments are recoveries. No interest accrues from today.',
  isDanger: true,
};

const UNDO: OfferedOperation = {
  type: 'charge_off_reversal',
  label: 'Undo the charge-off',
  confirm: 'Undo the charge-off',
  about:
    'The loan is as if it had never been charged off: interest since then is owed, and recoveries become ordinary payments.',
};

const CLOSE: OfferedOperation = {
  type: 'closing',
  label: 'Close the loan',
  confirm: 'Close permanently',
  about: 'A closed loan cannot be opened again.',
  isDanger: true,
};

const BY_STATUS: Readonly<Record<AccountStatusCode, readonly OfferedOperation[]>> = {
  pending: [DISBURSE, CLOSE],
  active: [WAIVE, ADJUST, CHARGE_OFF],
  delinquent: [WAIVE, ADJUST, CHARGE_OFF],
  charged_off: [UNDO],
  paid_in_full: [CLOSE],
  closed: [],
  unknown: [],
};

const OPERATIONS: Readonly<Record<LedgerOperationType, OfferedOperation>> = {
  disbursement: DISBURSE,
  waiver: WAIVE,
  adjustment: ADJUST,
  charge_off: CHARGE_OFF,
  charge_off_reversal: UNDO,
  closing: CLOSE,
};

export function operationNamed(type: LedgerOperationType): OfferedOperation {
  return OPERATIONS[type];
}

/** The operations that the rules of the ledger allow on a loan with this status. */
export function operationsFor(status: AccountStatusCode): readonly OfferedOperation[] {
  return BY_STATUS[status] ?? [];
}
