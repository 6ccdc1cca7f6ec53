import type { PaymentBatchOutcome } from '../../../../core/contract/payment-batch.js';
import { readById } from '../../../../core/db/by-id.js';
import { columns, columnsAs, derived, type RowOf, typesOf } from '../../../../core/db/columns.js';
import { inserted, leftOut, sameNamed, selectedFrom, sql } from '../../../../core/db/insert-sql.js';
import {
  CREATED,
  idRange,
  isCreatedThen,
  type ListDefinition,
  newestFirst,
  newestIdFirst,
} from '../../../../core/db/paged-lists.js';
import { type ParametersOf, statement } from '../../../../core/db/statement.js';
import { RECORDED_FIELDS } from '../payment/fields-from-collector.js';

const BATCH = columnsAs('PaymentBatch', 'b', {
  id: 'id',
  organizationId: 'organizationId',
  mode: 'mode',
  isDryRun: 'isDryRun',
  status: 'status',
  stopReason: 'stopReason',
  rowCount: 'rowCount',
  sumCents: 'sumCents',
  sha256: 'sha256',
  actor: 'actor',
  createdAt: 'createdAt',
  finishedAt: 'finishedAt',
});
/** A batch as the API shows it. */
export type PaymentBatchRow = RowOf<typeof BATCH>;

const KEY = { id: 'PaymentBatch.id', organizationId: 'PaymentBatch.organizationId' } as const;

export const batchById = readById('payment_batch.by_id', 'PaymentBatch', 'b', BATCH);

/** Newest first. */
export const PAYMENT_BATCHES = newestFirst({
  name: 'payment_batches',
  page: 'payment_batch.page',
  filters: { status: 'PaymentBatch.status?', ...CREATED },
  gives: BATCH,
  rows: (p) => `select ${BATCH} from payment_batch b
      where ${idRange('b', p.afterId)}
        and (${p.status}::payment_batch_status is null or b.status = ${p.status})
        and ${isCreatedThen('b', p)}`,
  order: newestIdFirst('b'),
});

/** First half of the advisory lock under which an organization's open batches are counted. */
const OPEN_LOCK = 7_421;

/** Makes other creations of a batch for the organization wait until the transaction ends. */
export const lockOpenBatches = statement({
  name: 'payment_batch.lock_open',
  takes: { organizationId: 'PaymentBatch.organizationId' },
  gives: derived({ held: 'text?' }),
  text: ({ p, scope }) => `
    select pg_advisory_xact_lock(hashtextextended(o.id, ${OPEN_LOCK}))::text as held
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}`,
});

export const countOpenBatches = statement({
  name: 'payment_batch.count_open',
  takes: { organizationId: 'PaymentBatch.organizationId' },
  gives: derived({ open: 'int8' }),
  text: ({ p, scope }) => `
    select count(*) as open from payment_batch b
     where b.organization_id = ${p.organizationId} and b.status in ('accepted', 'processing') and ${scope('b.organization_id')}`,
});

export const insertBatch = statement({
  name: 'payment_batch.insert',
  takes: {
    ...KEY,
    ...typesOf('PaymentBatch', ['mode', 'isDryRun', 'rowCount', 'sumCents', 'sha256', 'actorKind', 'actor']),
  },
  gives: BATCH,
  text: ({ p, scope }) => {
    const { into, values } = inserted(
      'PaymentBatch',
      {
        id: p.id,
        organizationId: sql('o.id'),
        mode: p.mode,
        isDryRun: p.isDryRun,
        ...leftOut('status', 'stopReason'),
        ...sameNamed(p, ['rowCount', 'sumCents', 'sha256', 'actorKind', 'actor']),
        ...leftOut('createdAt', 'finishedAt', 'leaseUntil', 'fruitlessPasses', 'nextPassAt'),
      },
      'b',
    );
    return `
    insert into ${into} select ${values} from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    returning ${BATCH}`;
  },
});

const ACCOUNT = columnsAs('Account', 'a', {
  accountId: 'id',
  externalContractNumber: 'externalContractNumber',
});

/** The accounts that rows name, read once; a number shared by several accounts appears several times. */
export const accountsOfRows = statement({
  name: 'payment_batch.accounts',
  takes: {
    organizationId: 'Account.organizationId',
    ids: 'Account.id[]',
    contractNumbers: 'text[]',
    loanNumbers: 'text[]',
  },
  gives: [ACCOUNT, derived({ loanNumber: 'text?' })],
  text: ({ p, scope }) => `
    select ${ACCOUNT}, l.loan_number as "loanNumber"
      from account a
      left join ledger_loan l on l.organization_id = a.organization_id and l.id = a.external_id and ${scope('l.organization_id')}
     where a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
       and (a.id = any(${p.ids}::text[]) or a.external_contract_number = any(${p.contractNumbers}::text[])
            or (l.organization_id = a.organization_id and l.loan_number = any(${p.loanNumbers}::text[])))`,
});

/** The columns of a row as the batch states them. */
const GIVEN = [
  'position',
  'sealedKey',
  'accountId',
  'loanNumber',
  'externalContractNumber',
  ...RECORDED_FIELDS,
] as const;

/** `rows`: a JSON array of rows by column. */
export const insertRows = statement({
  name: 'payment_batch_row.insert',
  takes: { organizationId: 'PaymentBatchRow.organizationId', batchId: 'PaymentBatchRow.batchId', rows: 'json' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('PaymentBatchRow', {
      organizationId: sql('b.organization_id'),
      batchId: sql('b.id'),
      ...selectedFrom('PaymentBatchRow', 'u', GIVEN),
      ...leftOut('outcome', 'errorCode', 'reason', 'paymentId'),
    });
    return `
    insert into ${into} select ${values}
      from payment_batch b
      cross join json_populate_recordset(null::payment_batch_row, ${p.rows}::json) u
     where b.organization_id = ${p.organizationId} and b.id = ${p.batchId} and ${scope('b.organization_id')}`;
  },
});

/** A row's outcome as the API shows it, derived from the row and its payment. */
const SHOWN = `case r.outcome
    when 'recorded' then case c.status
      when 'pending' then 'pending_confirmation' when 'pending_confirmation' then 'pending_confirmation'
      when 'failed' then 'failed' else 'posted' end
    when 'refused' then 'refused' when 'unavailable' then 'unavailable' when 'would_post' then 'would_post'
    else 'not_tried' end`;

const WITH_PAYMENT = `payment_batch_row r
      join payment_batch b on b.organization_id = r.organization_id and b.id = r.batch_id
      left join collected_payment c on c.organization_id = r.organization_id and c.id = r.payment_id`;

const TALLY = derived({
  batchId: 'text',
  outcome: 'text',
  rows: 'int8',
  amountCents: 'int8',
  alreadyRecorded: 'int8',
  possibleDuplicates: 'int8',
});

/** Rows and cents by outcome. */
export const talliesOfBatches = statement({
  name: 'payment_batch.tallies',
  takes: { ids: 'PaymentBatch.id[]' },
  gives: TALLY,
  text: ({ p, scope }) => `
    select r.batch_id as "batchId", ${SHOWN} as outcome, count(*) as rows, sum(r.amount_cents)::bigint as "amountCents",
      count(*) filter (where c.created_at < b.created_at) as "alreadyRecorded",
      count(c.possible_duplicate_of) as "possibleDuplicates"
      from ${WITH_PAYMENT}
     where r.batch_id = any(${p.ids}::text[]) and ${scope('r.organization_id')}
     group by 1, 2`,
});

const RESULT = columns('PaymentBatchRow', 'r', [
  'position',
  'accountId',
  'loanNumber',
  'externalContractNumber',
  'amountCents',
  'externalReference',
  'errorCode',
  'reason',
  'paymentId',
]);
const OF_PAYMENT = columnsAs('CollectedPayment', 'c', {
  paymentStatus: 'status',
  referenceNumber: 'referenceNumber',
  effectiveDate: 'effectiveDate',
  possibleDuplicateOf: 'possibleDuplicateOf',
}).orNull();
const OUTCOME = derived({ outcome: 'text', alreadyRecorded: 'bool' }).as<{ outcome: PaymentBatchOutcome }>();
export type ResultRow = RowOf<typeof RESULT> & RowOf<typeof OF_PAYMENT> & RowOf<typeof OUTCOME>;

const OF_BATCH = { batchId: 'PaymentBatchRow.batchId' } as const;
const RESULT_FILTERS = { ...OF_BATCH, outcome: 'text?' } as const;

const SELECT_RESULT = `
    select ${RESULT}, ${OF_PAYMENT}, ${SHOWN} as outcome, coalesce(c.created_at < b.created_at, false) as "alreadyRecorded"
      from ${WITH_PAYMENT}`;

const resultPage = statement({
  name: 'payment_batch_row.page',
  takes: { ...RESULT_FILTERS, afterPosition: 'text', limit: 'int8' },
  gives: [RESULT, OF_PAYMENT, OUTCOME],
  text: ({ p, scope }) => `${SELECT_RESULT}
     where r.batch_id = ${p.batchId} and ${scope('r.organization_id')} and ${scope('b.organization_id')} and r.position > ${p.afterPosition}::text::int
       and (${p.outcome}::text is null or ${SHOWN} = ${p.outcome}::text)
     order by r.position limit ${p.limit}`,
});

/** In the order of the file. */
export const BATCH_RESULTS: ListDefinition<
  ParametersOf<typeof RESULT_FILTERS>,
  { afterPosition: string },
  ResultRow
> = {
  name: 'payment_batch_results',
  statement: resultPage,
  start: { afterPosition: '0' },
  positionOf: ({ position }) => ({ afterPosition: String(position) }),
};

/** Ten thousand at most. */
export const allResults = statement({
  name: 'payment_batch_row.all',
  takes: OF_BATCH,
  gives: [RESULT, OF_PAYMENT, OUTCOME],
  text: ({ p, scope }) => `${SELECT_RESULT}
     where r.batch_id = ${p.batchId} and ${scope('r.organization_id')} and ${scope('b.organization_id')} order by r.position`,
});
