import { columns, derived } from '../../core/db/columns.js';
import { statement } from '../../core/db/statement.js';
import { ERASED_NAME, ERASED_TEXT } from '../../core/erasure/erased-placeholders-and-digests.js';

const ERASED = derived({ erased: 'int8' });

const NUMBER = columns('LedgerLoan', 'l', ['loanNumber']);

export const loanNumbers = statement({
  name: 'erasure.loan_numbers',
  takes: { organizationId: 'Organization.id', accountIds: 'Account.id[]' },
  gives: NUMBER,
  text: ({ p, scope, oneOf }) => `
    select ${NUMBER} from account a
      join ledger_loan l on l.organization_id = a.organization_id and l.id = a.external_id
     where a.organization_id = ${p.organizationId} and ${scope('a.organization_id')} and ${oneOf('a.id', 'accountIds')}`,
});

const STAGED = {
  organizationId: 'Organization.id',
  loanNumbers: 'LedgerBoardingLoan.loanNumber[]',
  email: 'text?',
  phone: 'text?',
  pattern: 'text',
} as const;

/**
 * Matches a person by the loan's number and name, or by address or telephone number, in a file that is not written yet.
 */
export const eraseStaged = statement({
  name: 'erasure.staged',
  takes: STAGED,
  gives: ERASED,
  text: ({ p, scope }) => {
    const isMeant = (name: string, email: string, phone: string) => `(
         lower(s.${email}) = lower(${p.email}::text) or s.${phone} = ${p.phone}::text
         or (s.loan_number = any(${p.loanNumbers}::text[]) and s.${name} ~* ${p.pattern}::text))`;
    const borrower = isMeant('borrower_name', 'borrower_email', 'borrower_phone');
    const coBorrower = isMeant('co_borrower_name', 'co_borrower_email', 'co_borrower_phone');
    const unless = (meant: string, column: string, erased: string) =>
      `${column} = case when ${meant} then ${erased} else s.${column} end`;
    return `
    with erased as (
      update ledger_boarding_loan s set
        ${unless(borrower, 'borrower_name', `'${ERASED_NAME}'`)}, ${unless(borrower, 'borrower_email', 'null')},
        ${unless(borrower, 'borrower_phone', 'null')}, ${unless(borrower, 'address_id', 'null')},
        ${['line1', 'line2', 'city', 'state', 'postal_code', 'country'].map((column) => unless(borrower, column, 'null')).join(', ')},
        ${unless(coBorrower, 'co_borrower_name', `'${ERASED_NAME}'`)},
        ${unless(coBorrower, 'co_borrower_email', 'null')}, ${unless(coBorrower, 'co_borrower_phone', 'null')}
       where s.organization_id = ${p.organizationId} and ${scope('s.organization_id')}
         and (coalesce(${borrower}, false) or coalesce(${coBorrower}, false))
      returning 1)
    select count(*) as erased from erased`;
  },
});

export const eraseStagedTexts = statement({
  name: 'erasure.staged_texts',
  takes: { organizationId: 'Organization.id', loanNumbers: 'LedgerBoardingLoan.loanNumber[]', pattern: 'text' },
  gives: ERASED,
  text: ({ p, scope }) => `
    with erased as (
      update ledger_boarding_transaction r set reason = '${ERASED_TEXT}'
       where r.organization_id = ${p.organizationId} and ${scope('r.organization_id')}
         and r.loan_number = any(${p.loanNumbers}::text[]) and r.reason ~* ${p.pattern}::text
      returning 1)
    select count(*) as erased from erased`,
});

/** Messages of a check about a name, in a file that was sent again. */
export const eraseProblems = statement({
  name: 'erasure.boarding_problems',
  takes: { organizationId: 'Organization.id', pattern: 'text' },
  gives: ERASED,
  text: ({ p, scope }) => `
    with erased as (
      update ledger_boarding_problem b set message = '${ERASED_TEXT}'
       where b.organization_id = ${p.organizationId} and ${scope('b.organization_id')} and b.message ~* ${p.pattern}::text
      returning 1)
    select count(*) as erased from erased`,
});
