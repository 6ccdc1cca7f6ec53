import { columns, derived, type RowOf } from '../../../../core/db/columns.js';
import { containsFolded } from '../../../../core/db/folded-text-sql.js';
import { CREATED, idRange, isCreatedThen, newestFirst, newestIdFirst } from '../../../../core/db/paged-lists.js';
import { statement } from '../../../../core/db/statement.js';
import { promiseState, receivedForPromise } from '../../../../loan-model/notes/promise-state-sql.js';

const NOTE = columns('AccountNote', 'n', [
  'id',
  'organizationId',
  'accountId',
  'kind',
  'text',
  'writtenBy',
  'writtenByName',
  'promisedCents',
  'promisedOn',
  'promiseEndsOn',
  'createdAt',
]);
const PROMISE = derived({ receivedCents: 'int8?', promiseState: 'text?' });
export type NoteRow = RowOf<typeof NOTE> & RowOf<typeof PROMISE>;

/** Payments are summed only for promises. */
const RECEIVED = `left join lateral (
  select ${receivedForPromise('n')} as cents where n.promise_ends_on is not null) received on true`;

function shown(today: string): string {
  const state = promiseState({ note: 'n', received: 'received.cents', today });
  return `${NOTE}, received.cents as "receivedCents", ${state} as "promiseState"`;
}

export const noteById = statement({
  name: 'account_note.by_id',
  takes: { id: 'AccountNote.id', today: 'date' },
  gives: [NOTE, PROMISE],
  text: ({ p, scope }) => `
    select ${shown(p.today)} from account_note n ${RECEIVED}
     where n.id = ${p.id} and ${scope('n.organization_id')}`,
});

const FILTERS = {
  ...CREATED,
  kind: 'text?',
  writtenBy: 'text?',
  text: 'text?',
  promiseState: 'text?',
  today: 'date',
} as const;

/** A null filter matches everything. */
function filtered(p: Readonly<Record<keyof typeof FILTERS, string>>): string {
  const state = promiseState({ note: 'n', received: 'received.cents', today: p.today });
  return `${isCreatedThen('n', p)}
        and (${p.kind}::text is null or n.kind::text = ${p.kind})
        and (${p.writtenBy}::text is null or n.written_by = ${p.writtenBy})
        and (${p.text}::text is null or ${containsFolded('n.text', p.text)})
        and (${p.promiseState}::text is null or ${state} = ${p.promiseState})`;
}

/** Newest first. */
export const NOTES = newestFirst({
  name: 'account_notes',
  page: 'account_note.page',
  filters: FILTERS,
  gives: [NOTE, PROMISE],
  rows: (p) => `select ${shown(p.today)} from account_note n ${RECEIVED}
      where ${idRange('n', p.afterId)} and ${filtered(p)}`,
  order: newestIdFirst('n'),
});

/** Newest first, of one loan: by the index of its notes. */
export const NOTES_OF_ACCOUNT = newestFirst({
  name: 'account_notes_of_account',
  page: 'account_note.page_of_account',
  filters: { ...FILTERS, accountId: 'Account.id' },
  gives: [NOTE, PROMISE],
  rows: (p) => `select ${shown(p.today)} from account_note n ${RECEIVED}
      where n.organization_id = organization.id and n.account_id = ${p.accountId} and n.id < ${p.afterId}
        and ${filtered(p)}`,
  order: 'n.id desc',
});

/** The newest notes of several loans. */
export const notesOfAccounts = statement({
  name: 'account_note.of_accounts',
  takes: { accountIds: 'Account.id[]', today: 'date', limit: 'int8' },
  gives: [NOTE, PROMISE],
  text: ({ p, scope, oneOf }) => `
    select latest.* from account a
    cross join lateral (
      select ${shown(p.today)} from account_note n ${RECEIVED}
       where n.organization_id = a.organization_id and n.account_id = a.id
       order by n.id desc limit ${p.limit}) latest
     where ${oneOf('a.id', 'accountIds')} and ${scope('a.organization_id')}
     order by latest.id desc`,
});
