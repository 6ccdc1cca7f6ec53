import { columns } from '../../../../core/db/columns.js';
import type { RowKey } from '../../../../core/db/row-key.js';
import { tableOf } from '../../../../core/db/sql-types.js';
import { type Statement, statement } from '../../../../core/db/statement.js';

const APPROVALS = columns('LoanSystem', 's', ['approvalsSince', 'approvalsSeenAt']);
const CODE = columns('LoanSystem', 's', ['code']);

/** What is known of a loan system's commands that wait for approval; both null: none ever did. */
export const approvalsOfSystem = statement({
  name: 'loan_system.approvals',
  unscoped: 'loan_system_without_borrower_data',
  takes: { code: 'LoanSystem.code' },
  gives: APPROVALS,
  text: ({ p }) => `select ${APPROVALS} from loan_system s where s.code = ${p.code}`,
});

/** Records once that a command of ours waited for approval. Later ones change nothing, and wait for no lock. */
export const recordApprovals = statement({
  name: 'loan_system.record_approvals',
  unscoped: 'loan_system_without_borrower_data',
  takes: { code: 'LoanSystem.code' },
  gives: CODE,
  text: ({ p }) => `
    update loan_system s set approvals_since = clock_timestamp()
     where s.code = ${p.code} and s.approvals_since is null
    returning ${CODE}`,
});

/** Records once that our user could read a waiting command. */
export const recordApprovalsSeen = statement({
  name: 'loan_system.record_approvals_seen',
  unscoped: 'loan_system_without_borrower_data',
  takes: { code: 'LoanSystem.code' },
  gives: CODE,
  text: ({ p }) => `
    update loan_system s set approvals_seen_at = clock_timestamp(),
        approvals_since = least(s.approvals_since, clock_timestamp())
     where s.code = ${p.code} and s.approvals_seen_at is null
    returning ${CODE}`,
});

/**
 * SQL: the mark of a row that is leased for so long. A row that is sent again gets a command of its own, about which nothing
 * is known; under a lease of 0 or null the last one stays.
 */
export function approvalSeenUnderLease(leaseMs: string): string {
  return `case when ${leaseMs}::float8 > 0 then null else approval_seen_at end`;
}

/** Records that the command of a posting was seen waiting now. */
export function markApprovalSeen(
  name: string,
  model: 'CollectedPayment' | 'PaymentReversal' | 'AutopayRun' | 'AutopayCorrection' | 'TieOutAct',
): Statement<RowKey, unknown> {
  return statement({
    name,
    takes: { id: 'text', organizationId: 'text' },
    text: ({ p, scope }) => `
    update ${tableOf(model)} set approval_seen_at = now()
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
  });
}
