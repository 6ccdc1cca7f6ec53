import { z } from 'zod';
import { chargeOffBody } from '../../../core/contract/ledger-request-bodies.js';
import { operation } from '../../declare-operation-route.js';
import type { UndoLedgerChargeOffMutation, UndoLedgerChargeOffMutationVariables } from '../../generated/operations.js';
import { idempotencyHeader, storedAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';
import { OPERATION_REFUSALS } from './common-operation-errors.js';

/** 201 with the operation. */
export const undoLedgerChargeOff = operation({
  operationId: 'undoLedgerChargeOff',
  method: 'POST',
  path: '/v1/ledger/loans/{account_id}/charge-off/reversal',
  summary: 'Undo a charge-off',
  description:
    'Restores the loan as if it had never been charged off: the interest that would have accrued is owed, and recoveries become payments. A loan that was recovered in full is closed, and stays closed (`account_not_charged_off`). A loan that was boarded as charged off owes interest from its cut-over. The next day-end charges a loan off again if it is still late enough for its charge-off policy.',
  tag: 'Ledger',
  refusals: [...OPERATION_REFUSALS],
  area: 'v1',
  scope: 'ledger:write',
  request: z.object({
    path: z.object({ account_id: z.string() }),
    query: organizationQuery,
    header: idempotencyHeader,
    body: chargeOffBody,
  }),
  answers: { 201: { type: 'charge_off_reversal', amount_cents: 98_150, reason: 'Charged off by mistake' } },
  variables: ({ path, header, body }): UndoLedgerChargeOffMutationVariables => ({
    ...path,
    ...body,
    idempotency_key: header['Idempotency-Key'],
  }),
  answered: { operationId: 'undoLedgerChargeOff', member: 'undoLedgerChargeOff', within: 'operation' },
  success: (answer: UndoLedgerChargeOffMutation) => storedAnswer(answer.undoLedgerChargeOff),
});
