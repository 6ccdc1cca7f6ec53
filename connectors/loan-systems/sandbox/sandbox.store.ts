import { columns, type RowOf, typesOf } from '../../../core/db/columns.js';
import { inserted, LEFT_OUT, sameNamed, sql } from '../../../core/db/insert-sql.js';
import { statement } from '../../../core/db/statement.js';

const LOAN = columns('SandboxLoan', 'sandbox_loan', ['scenario', 'status', 'payoffCents', 'version']);
export type SandboxLoanRow = RowOf<typeof LOAN>;

export const readSandboxLoan = statement({
  name: 'sandbox.loan',
  takes: { id: 'SandboxLoan.id', organizationId: 'SandboxLoan.organizationId' },
  gives: LOAN,
  text: ({ p, scope }) => `
    select ${LOAN} from sandbox_loan
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
});

const POSTING = columns('SandboxPosting', 'posting', [
  'referenceNumber',
  'kind',
  'amountCents',
  'effectiveOn',
  'postedAt',
  'reversesReference',
  'paymentMethod',
  'reason',
]).as<{ kind: 'payment' | 'reversal' | 'nsf' }>();
export type SandboxPostingRow = RowOf<typeof POSTING>;

/** Posts and changes the payoff. No row: the reference is already posted, or the posting is already reversed. */
export const insertSandboxPosting = statement({
  name: 'sandbox.post',
  takes: {
    ...typesOf('SandboxPosting', ['loanId', 'organizationId', 'externalReference', 'kind', 'amountCents']),
    ...typesOf('SandboxPosting', ['effectiveOn', 'postedAt', 'reversesReference', 'paymentMethod', 'reason']),
  },
  gives: POSTING,
  text: ({ p, scope }) => {
    const { into, values } = inserted('SandboxPosting', {
      referenceNumber: LEFT_OUT,
      organizationId: sql('l.organization_id'),
      loanId: sql('l.id'),
      ...sameNamed(p, ['externalReference', 'kind', 'amountCents', 'effectiveOn']),
      ...sameNamed(p, ['reversesReference', 'paymentMethod', 'reason', 'postedAt']),
    });
    return `
    with made as (
      insert into ${into} select ${values}
        from sandbox_loan l
       where l.id = ${p.loanId} and l.organization_id = ${p.organizationId} and ${scope('l.organization_id')}
      on conflict do nothing
      returning *
    ), moved as (
      update sandbox_loan l
         set version = l.version + 1,
             payoff_cents = l.payoff_cents + case m.kind when 'payment' then -m.amount_cents else m.amount_cents end
        from made m where l.organization_id = m.organization_id and l.id = m.loan_id)
    select ${POSTING} from made posting`;
  },
});

export const findSandboxPosting = statement({
  name: 'sandbox.find_posting',
  takes: {
    organizationId: 'SandboxPosting.organizationId',
    externalReference: 'SandboxPosting.externalReference',
  },
  gives: POSTING,
  text: ({ p, scope }) => `
    select ${POSTING} from sandbox_posting posting
     where posting.external_reference = ${p.externalReference} and posting.organization_id = ${p.organizationId}
       and ${scope('posting.organization_id')}`,
});
