import { APPROVAL } from '../../../core/approvals/approval-request.store.js';
import { columns, derived } from '../../../core/db/columns.js';
import { idRange, newestFirst, newestIdFirst } from '../../../core/db/paged-lists.js';
import { statement } from '../../../core/db/statement.js';

/** Newest first. A null filter matches everything. */
export const APPROVALS = newestFirst({
  name: 'approval_requests',
  page: 'approval_request.page',
  across: 'lenders',
  filters: { status: 'text?', accountId: 'text?' },
  gives: [APPROVAL],
  rows: (p) => `select ${APPROVAL} from approval_request r
      where ${idRange('r', p.afterId)} and (${p.status}::text is null or r.status::text = ${p.status})
        and (${p.accountId}::text is null or r.account_id = ${p.accountId})`,
  order: newestIdFirst('r'),
});

/** Requests about these loans that are not carried out yet; the newest of each loan. */
export const pendingOfAccounts = statement({
  name: 'approval_request.of_accounts',
  takes: { accountIds: 'Account.id[]', limit: 'int8' },
  gives: APPROVAL,
  text: ({ p, scope, oneOf }) => `
    select latest.* from account a
    cross join lateral (
      select ${APPROVAL} from approval_request r
       where r.organization_id = a.organization_id and r.account_id = a.id and r.status in ('open', 'approved')
       order by r.id desc limit ${p.limit}) latest
     where ${oneOf('a.id', 'accountIds')} and ${scope('a.organization_id')}`,
});

/** By lender. */
export const countOpen = statement({
  name: 'approval_request.count_open',
  across: 'lenders',
  gives: [columns('ApprovalRequest', 'r', ['organizationId']), derived({ open: 'int8' })],
  text: ({ scope }) => `
    select r.organization_id as "organizationId", count(*) as open from approval_request r
     where r.status = 'open' and ${scope('r.organization_id')} group by r.organization_id`,
});
