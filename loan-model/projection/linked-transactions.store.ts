import { statement } from '../../core/db/statement.js';

const ACCOUNT = { organizationId: 'Account.organizationId', accountId: 'Account.id' } as const;

/**
 * The ids of an account's transactions by their external ids, read in one scan. If they were looked up one by one, a
 * planner without statistics would use the account's index by day for each lookup and read all of the account's rows
 * every time.
 */
function idsOf(p: { readonly organizationId: string; readonly accountId: string }): string {
  return `
      select jsonb_object_agg(row.external_id, row.id) as by_external_id from transaction row
      where row.organization_id = ${p.organizationId} and row.account_id = ${p.accountId} and row.external_id is not null`;
}

/**
 * Links reversals to the transactions that they reverse, which become `reversed`. `pairs` is JSON: {externalId,
 * originalExternalId}; without an external id the original becomes `reversed` without a link.
 */
export const reverseTransactions = statement({
  name: 'projection.take_back',
  takes: { ...ACCOUNT, pairs: 'jsonb' },
  text: ({ p, scope }) => `
    with ids as materialized (${idsOf(p)} and ${scope('row.organization_id')}
    ), pair as materialized (
      select ids.by_external_id->>named."externalId" as reversal_id, ids.by_external_id->>named."originalExternalId" as original_id
      from ids, jsonb_to_recordset(${p.pairs}::jsonb) as named ("externalId" text, "originalExternalId" text)
      where ids.by_external_id ? named."originalExternalId"
    ), taken_back as (
      update transaction set status = 'reversed' from pair
       where transaction.organization_id = ${p.organizationId} and transaction.id = pair.original_id and transaction.status is distinct from 'reversed'
    )
    update transaction set original_transaction_id = pair.original_id from pair
     where transaction.organization_id = ${p.organizationId} and transaction.id = pair.reversal_id
       and transaction.original_transaction_id is distinct from pair.original_id`,
});

/**
 * Links consequences of a reversal to it, and reallocations to the payments whose allocations they move. `links` is
 * JSON: {externalId, becauseOfExternalId, reallocatesExternalId}.
 */
export const linkConsequences = statement({
  name: 'projection.tie_consequences',
  takes: { ...ACCOUNT, links: 'jsonb' },
  text: ({ p, scope }) => `
    with ids as materialized (${idsOf(p)} and ${scope('row.organization_id')}
    ), link as materialized (
      select ids.by_external_id->>named."externalId" as consequence_id,
        ids.by_external_id->>named."becauseOfExternalId" as cause_id, ids.by_external_id->>named."reallocatesExternalId" as moved_id
      from ids, jsonb_to_recordset(${p.links}::jsonb) as named ("externalId" text, "becauseOfExternalId" text,
        "reallocatesExternalId" text)
      where ids.by_external_id ? named."becauseOfExternalId"
    )
    update transaction set because_of_transaction_id = link.cause_id, reallocates_transaction_id = link.moved_id from link
     where transaction.organization_id = ${p.organizationId} and transaction.id = link.consequence_id
       and (transaction.because_of_transaction_id, transaction.reallocates_transaction_id)
         is distinct from (link.cause_id, link.moved_id)`,
});
