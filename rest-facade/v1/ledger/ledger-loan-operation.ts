import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type {
  AdjustLedgerLoanMutationVariables,
  ChargeOffLedgerLoanMutationVariables,
  CloseLedgerLoanMutationVariables,
  DisburseLedgerLoanMutationVariables,
  PerformedLedgerOperationFieldsFragment,
  UndoLedgerChargeOffMutationVariables,
  WaiveOnLedgerLoanMutationVariables,
} from '../../generated/operations.js';
import { idempotencyHeader, storedAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';
import type { Described, OperationRoute, SuccessAnswers } from '../../route.js';

/** The variables of each operation's document. */
interface Documents {
  readonly disburseLedgerLoan: DisburseLedgerLoanMutationVariables;
  readonly waiveOnLedgerLoan: WaiveOnLedgerLoanMutationVariables;
  readonly adjustLedgerLoan: AdjustLedgerLoanMutationVariables;
  readonly chargeOffLedgerLoan: ChargeOffLedgerLoanMutationVariables;
  readonly undoLedgerChargeOff: UndoLedgerChargeOffMutationVariables;
  readonly closeLedgerLoan: CloseLedgerLoanMutationVariables;
}

interface LoanOperation<Id extends keyof Documents> extends Omit<Described, 'tag'> {
  readonly operationId: Id;
  readonly path: `/v1/ledger/loans/{account_id}/${string}`;
  /** Its members are the document's other variables. */
  readonly body: z.ZodType<Omit<Documents[Id], 'account_id' | 'idempotency_key'>>;
  readonly answers: Pick<SuccessAnswers, 201>;
}

/** Errors of every operation on a ledger loan. */
const REFUSALS = [
  'account_not_found',
  'not_a_ledger_account',
  'servicing_rejected',
  'posting_unavailable',
  'idempotency_conflict',
  'idempotency_in_progress',
] as const;

/** Declares the route of an operation on a ledger loan: 201 with the operation. */
export function loanOperation<Id extends keyof Documents>(source: LoanOperation<Id>): OperationRoute {
  const { operationId, body, refusals = [], ...described } = source;
  return operation({
    ...described,
    operationId,
    method: 'POST',
    tag: 'Ledger',
    refusals: [...refusals, ...REFUSALS],
    area: 'v1',
    scope: 'ledger:write',
    request: z.object({
      path: z.object({ account_id: z.string() }),
      query: organizationQuery,
      header: idempotencyHeader,
      body,
    }),
    variables: ({ path, header, body }) => ({ ...path, ...body, idempotency_key: header['Idempotency-Key'] }),
    answered: { operationId, member: operationId, within: 'operation' },
    success: (answer: Readonly<Record<Id, PerformedLedgerOperationFieldsFragment>>) =>
      storedAnswer(answer[operationId]),
  });
}
