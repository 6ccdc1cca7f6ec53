import { columns, columnsAs, derived, type RowOf } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';

const ID = columns('Organization', 'o', ['id']);

export const organizationIds = statement({
  name: 'recovery.organizations',
  unscoped: 'administration_only',
  gives: ID,
  text: () => `select ${ID} from organization o order by o.id`,
});

const RECOVERING = columns('Organization', 'organization', ['id', 'recoveringSince']);

/** Only under the organization's lock. Null ends its recovery. */
export const setRecoveringSince = statement({
  name: 'recovery.set_since',
  takes: { id: 'Organization.id', since: 'timestamptz?' },
  gives: RECOVERING,
  text: ({ p, scope }) => `
    update organization set recovering_since = ${p.since}::timestamptz where id = ${p.id} and ${scope('id')}
    returning ${RECOVERING}`,
});

const SYSTEM = columns('LoanSystem', 'loan_system', ['code']);

/** Only under the loan system's lock. No row: its lender does not recover, or the list was confirmed already. */
export const confirmListRead = statement({
  name: 'recovery.confirm_list_read',
  takes: { code: 'LoanSystem.code' },
  gives: SYSTEM,
  text: ({ p, scope }) => `
    update loan_system set postings_read_at = now()
     where code = ${p.code} and postings_read_at is null and ${scope('organization_id')} and organization_id in (
       select o.id from organization o where o.recovering_since is not null and ${scope('o.id')})
    returning ${SYSTEM}`,
});

const LENDER = columns('Organization', 'o', ['id', 'displayName', 'recoveringSince']);
const UNKNOWN = derived({ unknownPayments: 'int8', unknownReversals: 'int8' });
const OPEN = "status in ('pending', 'pending_confirmation')";
export type RecoveringOrganizationRow = RowOf<typeof LENDER> & RowOf<typeof UNKNOWN>;

export const recoveringOrganizations = statement({
  name: 'recovery.recovering_organizations',
  gives: [LENDER, UNKNOWN],
  text: ({ scope }) => `
    select ${LENDER},
      (select count(*) from collected_payment c where c.organization_id = o.id and c.${OPEN}) as "unknownPayments",
      (select count(*) from payment_reversal r where r.organization_id = o.id and r.${OPEN}) as "unknownReversals"
      from organization o where o.recovering_since is not null and ${scope('o.id')} order by o.id`,
});

const HELD = columns('LoanSystem', 's', [
  'code',
  'kind',
  'settings',
  'isActive',
  'postingsReadAt',
  'organizationId',
]).as<{
  settings: Readonly<Record<string, unknown>>;
}>();
const ACCOUNTS = derived({ accounts: 'int8' });
export type RecoveringSystemRow = RowOf<typeof HELD> & RowOf<typeof ACCOUNTS>;

/** Loan systems of these organizations. */
export const systemsOfRecovering = statement({
  name: 'recovery.loan_systems',
  takes: { organizationIds: 'Organization.id[]' },
  gives: [HELD, ACCOUNTS],
  text: ({ scope, oneOf }) => `
    select ${HELD}, (select count(*) from account a
        where a.organization_id = s.organization_id and a.loan_system_code = s.code) as accounts
      from loan_system s where ${oneOf('s.organization_id', 'organizationIds')} and ${scope('s.organization_id')}
     order by s.code`,
});

const LATER = columnsAs('Account', 'a', {
  organizationId: 'organizationId',
  accountId: 'id',
  loanSystemCode: 'loanSystemCode',
});
const EARLIER = columnsAs('Account', 'b', { earlierAccountId: 'id', earlierLoanSystemCode: 'loanSystemCode' });
export type MovedLoanRow = RowOf<typeof LATER> & RowOf<typeof EARLIER>;

/**
 * Loans that came to another loan system since the recovery began: an account that is new since then, and an older one with
 * the same contract number in another system.
 */
export const loansThatChangedSystems = statement({
  name: 'recovery.moved_loans',
  takes: { organizationIds: 'Organization.id[]' },
  gives: [LATER, EARLIER],
  text: ({ scope, oneOf }) => `
    select ${LATER}, ${EARLIER} from organization o
      join account a on a.organization_id = o.id and a.created_at >= o.recovering_since
      join account b on b.organization_id = a.organization_id and b.external_contract_number = a.external_contract_number
        and b.loan_system_code <> a.loan_system_code and b.created_at < a.created_at
     where ${oneOf('o.id', 'organizationIds')} and ${scope('o.id')} and o.recovering_since is not null
     order by a.id, b.id limit 1000`,
});
