import type { LimitedAct } from '../contract/limited-acts.js';
import { lockById, readById } from '../db/by-id.js';
import { columns, type RowOf } from '../db/columns.js';
import { statement } from '../db/statement.js';
import type { ActDetail } from './act-with-limit-interface.js';

export const APPROVAL = columns('ApprovalRequest', 'r', [
  ...(['id', 'organizationId', 'act', 'mutation', 'input', 'inputDigest', 'accountId', 'paymentId'] as const),
  ...(['amountCents', 'details', 'reason', 'askedBy', 'askedByName', 'askedAt', 'expiresAt', 'leastRole'] as const),
  ...(['status', 'decidedBy', 'decidedByIssuer', 'decidedByName', 'decidedAt', 'decidedRole'] as const),
  ...(['decidedUpToCents', 'decisionReason', 'finishedAt', 'failureCode'] as const),
]).as<{ act: LimitedAct; input: object | null; details: readonly ActDetail[] }>();
export type ApprovalRow = RowOf<typeof APPROVAL>;

export const approvalById = readById('approval_request.by_id', 'ApprovalRequest', 'r', APPROVAL);

/** Of two decisions on one request, the second sees the first one's. */
export const lockApproval = lockById('approval_request.lock', 'ApprovalRequest', 'r', APPROVAL, 'for update');

/** The request of an act that was sent with this key. */
export const approvalOfKey = statement({
  name: 'approval_request.of_key',
  takes: {
    organizationId: 'ApprovalRequest.organizationId',
    mutation: 'ApprovalRequest.mutation',
    keys: 'ApprovalRequest.key[]',
  },
  gives: APPROVAL,
  text: ({ p, scope }) => `
    select ${APPROVAL} from approval_request r
     where r.organization_id = ${p.organizationId} and ${scope('r.organization_id')}
       and r.mutation = ${p.mutation} and r.key = any(${p.keys}::text[])
     order by r.id limit 1`,
});

/** Organizations with requests that have expired, or that were approved and not carried out yet. */
export const organizationsWithDueApprovals = statement({
  name: 'approval_request.organizations_due',
  takes: { now: 'timestamptz' },
  gives: columns('ApprovalRequest', 'r', ['organizationId']),
  text: ({ p, scope }) => `
    select distinct r.organization_id as "organizationId" from approval_request r
     where (r.status = 'approved' or (r.status = 'open' and r.expires_at <= ${p.now})) and ${scope('r.organization_id')}`,
});

/** The same for one organization. */
export const dueApprovals = statement({
  name: 'approval_request.due',
  takes: { now: 'timestamptz', limit: 'int8' },
  gives: columns('ApprovalRequest', 'r', ['id', 'organizationId', 'status']),
  text: ({ p, scope }) => `
    select r.id, r.organization_id as "organizationId", r.status from approval_request r
     where r.status in ('open', 'approved') and (r.status = 'approved' or r.expires_at <= ${p.now})
       and ${scope('r.organization_id')}
     order by (r.status = 'open') desc, r.id limit ${p.limit}`,
});

/**
 * Ends a request. The input is removed, because a booking names its borrowers. No row: another process has ended it or
 * moved it on.
 */
export const endApproval = statement({
  name: 'approval_request.end',
  takes: {
    id: 'ApprovalRequest.id',
    organizationId: 'ApprovalRequest.organizationId',
    from: 'ApprovalRequest.status',
    to: 'ApprovalRequest.status',
    finishedAt: 'timestamptz',
    accountId: 'ApprovalRequest.accountId',
    failureCode: 'ApprovalRequest.failureCode',
  },
  gives: APPROVAL,
  text: ({ p, scope }) => `
    update approval_request r
       set status = ${p.to}, input = null, finished_at = ${p.finishedAt}, failure_code = ${p.failureCode},
           account_id = coalesce(r.account_id, ${p.accountId})
     where r.id = ${p.id} and r.organization_id = ${p.organizationId} and ${scope('r.organization_id')}
       and r.status = ${p.from}
    returning ${APPROVAL}`,
});
