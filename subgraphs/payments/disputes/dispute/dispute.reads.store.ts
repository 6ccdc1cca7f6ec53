import { readById } from '../../../../core/db/by-id.js';
import { columns, type RowOf } from '../../../../core/db/columns.js';
import { idRange, newestFirst, newestIdFirst } from '../../../../core/db/paged-lists.js';
import { type ParametersOf, type StatementTools, statement } from '../../../../core/db/statement.js';

export const DISPUTE = columns('Dispute', 'd', [
  'id',
  'organizationId',
  'processor',
  'externalId',
  'chargeExternalId',
  'runId',
  'accountId',
  'amountCents',
  'reason',
  'status',
  'isWithdrawn',
  'evidenceDueBy',
  'openedAt',
  'closedAt',
]);
export type DisputeRow = RowOf<typeof DISPUTE>;

export const disputeById = readById('dispute.by_id', 'Dispute', 'd', DISPUTE);

export const DISPUTE_FILTERS = {
  accountId: 'text?',
  runId: 'text?',
  statuses: 'text[]?',
  openedFrom: 'timestamptz',
  openedBefore: 'timestamptz',
} as const;

export function disputesFiltered(p: StatementTools<ParametersOf<typeof DISPUTE_FILTERS>>['p']): string {
  return `(${p.accountId}::text is null or d.account_id = ${p.accountId})
        and (${p.runId}::text is null or d.run_id = ${p.runId})
        and (${p.statuses}::text[] is null or d.status = any(${p.statuses}::text[]::dispute_status[]))
        and d.opened_at >= ${p.openedFrom}::timestamptz and d.opened_at < ${p.openedBefore}::timestamptz`;
}

/** Latest opened first. */
export const DISPUTES = newestFirst({
  name: 'disputes',
  page: 'dispute.page',
  filters: DISPUTE_FILTERS,
  gives: DISPUTE,
  rows: (p) => `select ${DISPUTE} from dispute d
      where ${idRange('d', p.afterId)}
        and ${disputesFiltered(p)}`,
  order: newestIdFirst('d'),
});

/** All disputes of several runs, latest opened first. */
export const disputesOfRuns = statement({
  name: 'dispute.of_runs',
  takes: { runIds: 'AutopayRun.id[]' },
  gives: DISPUTE,
  text: ({ scope, oneOf }) => `
    select ${DISPUTE} from dispute d where ${oneOf('d.run_id', 'runIds')} and ${scope('d.organization_id')}
     order by d.id desc`,
});

/** The latest of several accounts. */
export const disputesOfAccounts = statement({
  name: 'dispute.of_accounts',
  takes: { accountIds: 'Account.id[]', limit: 'int8' },
  gives: DISPUTE,
  text: ({ p, scope, oneOf }) => `
    select latest.* from account a
    cross join lateral (
      select ${DISPUTE} from dispute d where d.account_id = a.id and d.organization_id = a.organization_id
       order by d.id desc limit ${p.limit}) latest
     where ${oneOf('a.id', 'accountIds')} and ${scope('a.organization_id')}
     order by latest.id desc`,
});

const CORRECTION = columns('AutopayCorrection', 'c', [
  'id',
  'runId',
  'number',
  'kind',
  'reason',
  'cause',
  'status',
  'amountCents',
  'referenceNumber',
  'failureCode',
  'createdAt',
  'settledAt',
]);
export type ShownCorrectionRow = RowOf<typeof CORRECTION>;

export const correctionsOfRuns = statement({
  name: 'dispute.corrections_of_runs',
  takes: { runIds: 'AutopayRun.id[]' },
  gives: CORRECTION,
  text: ({ scope, oneOf }) => `
    select ${CORRECTION} from autopay_correction c
     where ${oneOf('c.run_id', 'runIds')} and ${scope('c.organization_id')} order by c.number`,
});
