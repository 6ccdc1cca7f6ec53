import { derived, type RowOf } from '../../../../core/db/columns.js';
import type { Queries } from '../../../../core/db/database.js';
import { statement } from '../../../../core/db/statement.js';
import type { Principal } from '../../../../core/principal/principal.js';

const ACCOUNTS = { organizationId: 'Account.organizationId', accountIds: 'Account.id[]' } as const;

const OWN_POSTING = derived({
  accountId: 'text',
  /** The external reference of the posting. */
  reference: 'text',
  /** The loan system's own identifier of the posting at that time. */
  externalId: 'text?',
  paymentMethod: 'text',
  isNsf: 'bool',
  /** Reason of its reversal. */
  reason: 'text?',
});

/** The correction that reversed a posting of an autopay run, as `back`. */
const TAKEN_BACK = (organization: string, run: string, reference: string) => `
      left join autopay_correction back on back.organization_id = ${organization} and back.run_id = ${run}
       and back.kind = 'reversal' and back.status = 'done' and back.payment_reference = ${reference}`;

/** The payment method of a run's last attempt, as `m`. */
const PAID_BY = (organization: string, run: string) => `
      left join (autopay_attempt t join payment_method m on m.organization_id = ${organization} and m.id = t.payment_method_id)
        on t.organization_id = ${organization} and t.run_id = ${run} and not exists (select from autopay_attempt later
          where later.organization_id = ${organization} and later.run_id = t.run_id and later.number > t.number)`;

/**
 * The payments that Tributary posted to accounts or reversed, with details that the loan system does not keep.
 * Each table names its organization by value.
 */
const readOwnPostings = statement({
  name: 'sync.own_postings',
  takes: ACCOUNTS,
  gives: OWN_POSTING,
  text: ({ p, scope, oneOf }) => `
    select c.account_id as "accountId", c.id as reference, c.posting_external_id as "externalId", c.payment_method::text as "paymentMethod",
           coalesce(r.is_nsf, false) as "isNsf", r.reason
      from collected_payment c
      left join payment_reversal r
        on r.organization_id = c.organization_id and r.payment_id = c.id and r.status = 'reversed'
     where ${oneOf('c.account_id', 'accountIds')} and c.organization_id = ${p.organizationId} and ${scope('c.organization_id')}
    union all
    select u.account_id, u.id, coalesce(back.posting_external_id, u.posting_external_id), coalesce(m.instrument_type::text, 'card'), false, back.reason
      from autopay_run u ${TAKEN_BACK(p.organizationId, 'u.id', 'u.id')} ${PAID_BY(p.organizationId, 'u.id')}
     where ${oneOf('u.account_id', 'accountIds')} and u.organization_id = ${p.organizationId} and ${scope('u.organization_id')}
       and u.posted_at is not null
    union all
    select u.account_id, again.id, again.posting_external_id, coalesce(m.instrument_type::text, 'card'), false, back.reason
      from autopay_run u
      join autopay_correction again on again.organization_id = ${p.organizationId} and again.run_id = u.id
       and again.kind = 'posting' and again.status = 'done'
      ${TAKEN_BACK(p.organizationId, 'u.id', 'again.id')} ${PAID_BY(p.organizationId, 'u.id')}
     where ${oneOf('u.account_id', 'accountIds')} and u.organization_id = ${p.organizationId} and ${scope('u.organization_id')}
       and u.posted_at is not null`,
});

/** For the sync of loan systems, which imports transactions without these details. */
export function ownPostings(
  queries: Queries,
  principal: Principal,
  accounts: { readonly organizationId: string; readonly accountIds: readonly string[] },
): Promise<readonly RowOf<typeof OWN_POSTING>[]> {
  return queries.many(principal, readOwnPostings, accounts);
}
