import { columns, derived } from '../../../core/db/columns.js';
import { type Statement, statement } from '../../../core/db/statement.js';
import { patternOf } from '../../../core/erasure/terms.js';
import { ERASED_NAME, ERASED_TEXT } from '../../../core/erasure/tombstones.js';
import type { ErasureStep } from './steps.js';

const DONE = null;
const ERASED = derived({ erased: 'int8' });

/** By which a file that comes again is compared with what was boarded; they stand beside amounts that nobody may change. */
const eraseDigests = statement({
  name: 'erasure.boarded_digests',
  takes: { organizationId: 'Organization.id', personId: 'Person.id' },
  gives: ERASED,
  text: ({ p, scope }) => `
    select forget_opening_digests(o.id, ${p.personId}) as erased
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}`,
});

/** The person's own rows: name, contact data, addresses, and the digests of what a file said of them. */
export const eraseRows: ErasureStep = async (tx, { principal, organizationId, terms: { personId } }) => {
  if (personId === null) return { counts: {}, after: DONE };
  const models = tx.models(principal);
  const persons = await models.person.updateMany({
    where: { organizationId, id: personId },
    data: { displayName: ERASED_NAME, email: null, phone: null },
  });
  const addresses = await models.personAddress.deleteMany({ where: { organizationId, personId } });
  const digests = await tx.first(principal, eraseDigests, { organizationId, personId });
  const counts = { person: persons.count, person_address: addresses.count, ledger_opening: digests?.erased ?? 0 };
  return { counts, after: DONE };
};

/** What is shown of stored instruments that names their holder. They stay chargeable: a schedule of the books may use them. */
export const eraseMethods: ErasureStep = async (tx, { principal, organizationId, terms: { personId } }) => {
  if (personId === null) return { counts: {}, after: DONE };
  const { count } = await tx.models(principal).paymentMethod.updateMany({
    where: { organizationId, partyId: personId },
    data: { holderName: ERASED_NAME, nickname: null },
  });
  return { counts: { payment_method: count }, after: DONE };
};

const IN_TEXTS = { organizationId: 'Organization.id', accountIds: 'Account.id[]', pattern: 'text' } as const;
type TextStatement = Statement<
  { organizationId: string; accountIds: readonly string[]; pattern: string },
  { readonly erased: number }
>;

/** Texts of people's own writing beside what happened to an account: those that name the person go as a whole. */
function texts(
  table: string,
  alias: string,
  written: readonly string[],
  ofAccounts: (accountIds: string, organizationId: string) => string,
): readonly [table: string, statement: TextStatement] {
  const made = statement({
    name: `erasure.texts_of_${table}`,
    takes: IN_TEXTS,
    gives: ERASED,
    text: ({ p, scope }) => {
      const names = (column: string) => `${alias}.${column} ~* ${p.pattern}::text`;
      const changes = written.map(
        (column) => `${column} = case when ${names(column)} then '${ERASED_TEXT}' else ${alias}.${column} end`,
      );
      return `
    with erased as (
      update ${table} ${alias} set ${changes.join(', ')}
       where ${alias}.organization_id = ${p.organizationId} and ${scope(`${alias}.organization_id`)}
         and ${ofAccounts(p.accountIds, p.organizationId)} and (${written.map(names).join(' or ')})
      returning 1)
    select count(*) as erased from erased`;
    },
  });
  return [table, made];
}

const ofAccount = (alias: string) => (accountIds: string) => `${alias}.account_id = any(${accountIds}::text[])`;

const TEXTS = [
  texts('collected_payment', 'c', ['memo', 'external_reference'], ofAccount('c')),
  texts(
    'payment_reversal',
    'v',
    ['reason'],
    (accountIds, organizationId) => `exists (
        select from collected_payment c where c.organization_id = ${organizationId} and c.id = v.payment_id
           and c.account_id = any(${accountIds}::text[]))`,
  ),
  texts('transaction', 't', ['reason'], ofAccount('t')),
  texts('tie_out_act', 'act', ['reason'], ofAccount('act')),
  texts('payment_batch_row', 'r', ['memo', 'external_reference'], ofAccount('r')),
  texts(
    'operator_exception',
    'x',
    ['resolution', 'wait_reason'],
    (accountIds) => `cardinality(${accountIds}::text[]) >= 0`,
  ),
];

export const eraseTexts: ErasureStep = async (tx, { principal, organizationId, terms }) => {
  const pattern = patternOf(terms.texts);
  const counts: Record<string, number> = {};
  if (pattern === undefined) return { counts, after: DONE };
  for (const [table, made] of TEXTS) {
    const found = await tx.first(principal, made, { organizationId, accountIds: terms.accountIds, pattern });
    counts[table] = found?.erased ?? 0;
  }
  return { counts, after: DONE };
};

/** The one column of the journal that may be taken away, by a function that may do nothing else there. */
const eraseMemos = statement({
  name: 'erasure.journal_memos',
  takes: IN_TEXTS,
  gives: ERASED,
  text: ({ p, scope, oneOf }) => `
    select erase_journal_memos(o.id, array(
        select a.external_id from account a where a.organization_id = o.id and ${oneOf('a.id', 'accountIds')}),
      ${p.pattern}::text) as erased
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}`,
});

/** What was written as the memo of an entry. The entry stays, and says that it was. */
export const eraseJournal: ErasureStep = async (tx, { principal, organizationId, terms }) => {
  const pattern = patternOf(terms.texts);
  if (pattern === undefined || terms.accountIds.length === 0) return { counts: {}, after: DONE };
  const found = await tx.first(principal, eraseMemos, { organizationId, accountIds: terms.accountIds, pattern });
  return { counts: { ledger_entry: found?.erased ?? 0 }, after: DONE };
};

const NUMBER = columns('LedgerLoan', 'l', ['loanNumber']);

const loanNumbers = statement({
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

/** Of one who is known by the loan's number and name, or by address or phone number, in a file that is not written yet. */
const eraseStaged = statement({
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

const eraseStagedTexts = statement({
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

/** What a check said of a name, in a file that came again. */
const eraseProblems = statement({
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

/** What is staged of files, and said of them. */
export const eraseBoardings: ErasureStep = async (tx, { principal, organizationId, terms }) => {
  const pattern = patternOf(terms.texts);
  if (pattern === undefined) return { counts: {}, after: DONE };
  const { accountIds, email, phone } = terms;
  const numbered = await tx.many(principal, loanNumbers, { organizationId, accountIds });
  const of = { organizationId, pattern, loanNumbers: numbered.flatMap(({ loanNumber }) => loanNumber ?? []) };
  const loans = await tx.first(principal, eraseStaged, { ...of, email, phone });
  const rows = await tx.first(principal, eraseStagedTexts, of);
  const problems = await tx.first(principal, eraseProblems, { organizationId, pattern });
  return {
    counts: {
      ledger_boarding_loan: loans?.erased ?? 0,
      ledger_boarding_transaction: rows?.erased ?? 0,
      ledger_boarding_problem: problems?.erased ?? 0,
    },
    after: DONE,
  };
};

/**
 * Before a file is checked: of loans that are here already, borrowers who were erased are staged as nobody. Otherwise the file would
 * differ from what is here, and what a check says of it would name them again.
 */
export const eraseStagedAgain = statement({
  name: 'erasure.staged_again',
  takes: { organizationId: 'LedgerBoarding.organizationId', id: 'LedgerBoarding.id' },
  text: ({ p, scope }) => {
    const erased = (role: string) => `exists (
          select from ledger_loan l
            join account a on a.organization_id = l.organization_id and a.external_id = l.id
            join account_borrower b on b.organization_id = a.organization_id and b.account_id = a.id and b.role = '${role}'
            join person n on n.organization_id = b.organization_id and n.id = b.person_id and n.erased_at is not null
           where l.organization_id = ${p.organizationId} and l.loan_number = s.loan_number)`;
    const unless = (role: string, column: string, nobody: string) =>
      `${column} = case when ${erased(role)} then ${nobody} else s.${column} end`;
    const own = [
      'borrower_email',
      'borrower_phone',
      'address_id',
      'line1',
      'line2',
      'city',
      'state',
      'postal_code',
      'country',
    ];
    return `
    update ledger_boarding_loan s set
      ${unless('primary', 'borrower_name', `'${ERASED_NAME}'`)},
      ${own.map((column) => unless('primary', column, 'null')).join(', ')},
      ${unless('co_borrower', 'co_borrower_name', `case when s.co_borrower_name is null then null else '${ERASED_NAME}' end`)},
      ${['co_borrower_email', 'co_borrower_phone'].map((column) => unless('co_borrower', column, 'null')).join(', ')}
     where s.organization_id = ${p.organizationId} and ${scope('s.organization_id')} and s.boarding_id = ${p.id}
       and (${erased('primary')} or ${erased('co_borrower')})`;
  },
});
