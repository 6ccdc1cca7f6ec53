import { statusText } from '../format/statuses';
import { LedgerWriteByKeyDocument, OutcomeByKeyDocument } from '../generated/graphql';
import { GraphProblem } from '../graph/problem';
import { request } from '../graph/request';
import type { ForgottenLoanRequest, LoanResult } from './loan-request';
import type { ForgottenRequest, MoneyResult, PaymentResult } from './money-request';

const OPERATIONS = { record: 'record_payment', reverse: 'reverse_payment' } as const;

/**
 * The outcome of a request whose body was forgotten when its session ended.
 *
 * @throws {GraphProblem} as the request itself would: `posting_unavailable` when nothing was posted, the code of a
 * refusal, `idempotency_in_progress` while it is not known. `idempotency_key_not_found` does not mean that it was
 * never sent: it may still arrive.
 */
export function outcomeByKey(sent: ForgottenRequest | ForgottenLoanRequest, key: string): Promise<MoneyResult> {
  return sent.kind === 'forgotten' ? outcomeOfPayment(sent, key) : outcomeOfLoan(sent, key);
}

async function outcomeOfPayment({ operation }: ForgottenRequest, key: string): Promise<PaymentResult> {
  const variables = { key, operation: OPERATIONS[operation] };
  const { state, errorCode, reason, payment } = (await request(OutcomeByKeyDocument, variables)).idempotencyKey;
  if (state === 'succeeded' && payment) return { kind: 'payment', ...payment };
  if (state === 'refused' && errorCode)
    throw new GraphProblem(errorCode, `It was refused: ${statusText(errorCode).toLowerCase()}.`, {
      fields: { reason },
    });
  if (state === 'released') throw new GraphProblem('posting_unavailable', 'The loan system cannot be reached.');
  throw new GraphProblem('idempotency_in_progress', 'Its outcome is not known yet.');
}

/** Found are success and, as an error, a request for a second person; any other refusal stores nothing under its key. */
async function outcomeOfLoan({ organizationId, write }: ForgottenLoanRequest, key: string): Promise<LoanResult> {
  const { ledgerWriteByKey } = await request(LedgerWriteByKeyDocument, { organizationId, write, key });
  if (!ledgerWriteByKey) throw new GraphProblem('idempotency_in_progress', 'Its outcome is not known yet.');
  return { kind: 'loan', accountId: ledgerWriteByKey.accountId };
}
