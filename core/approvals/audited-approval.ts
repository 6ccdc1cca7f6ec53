import type { AuditedAct } from '../audit/record.js';
import type { ApprovalRow } from './approval-request.store.js';

type Described = Pick<
  ApprovalRow,
  'id' | 'organizationId' | 'act' | 'amountCents' | 'accountId' | 'paymentId' | 'askedBy'
>;

/** An entry of the audit log about a request: what it asks for, and both operators. */
export function auditedApproval(
  verb: 'create' | 'approve' | 'reject' | 'withdraw' | 'expire' | 'finish',
  request: Described,
  more: Readonly<Record<string, unknown>> = {},
): AuditedAct {
  const { id: subject, organizationId, act, amountCents, accountId, paymentId, askedBy } = request;
  return {
    action: `approval_request.${verb}`,
    subject,
    organizationId,
    after: { act, amountCents, accountId, paymentId, askedBy, ...more },
  };
}
