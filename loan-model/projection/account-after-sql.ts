import { assigned, inserted, overwritten, type Sql, selectedFrom, sql } from '../../core/db/insert-sql.js';
import { columnOf } from '../../core/db/sql-types.js';
import { insertEventSql } from '../../core/events/insert-event-sql.js';
import { SNAPSHOT_FIGURES } from './snapshot-figures.js';

/* What a change writes about accounts, for the statement on one account and the one on many: columns are named here only. */

type SnapshotFigure = (typeof SNAPSHOT_FIGURES)[number];
type OtherValue = 'asOf' | 'version' | 'hasMilestones' | 'originatedOn' | 'chargedOffOn' | 'paidOffOn';
/** SQL of each value, with its type. */
export type AccountAfterSql = Readonly<Record<SnapshotFigure | OtherValue, string>>;

/** For SET: an account's fields after a change. */
export function accountFields(after: AccountAfterSql): string {
  return assigned('Account', {
    currentBalanceCents: sql(after.balanceCents),
    statusCode: sql(after.statusCode),
    loanSystemVersion: sql(`coalesce(${after.version}, loan_system_version)`),
    originatedOn: sql(`coalesce(${after.originatedOn}, originated_on)`),
    chargedOffOn: sql(`case when ${after.hasMilestones} then ${after.chargedOffOn} else charged_off_on end`),
    paidOffOn: sql(`case when ${after.hasMilestones} then ${after.paidOffOn} else paid_off_on end`),
    nextDueSortOn: sql(`case when ${after.asOf} is null then next_due_sort_on
        else coalesce(${after.nextDueOn}, 'infinity') end`),
    pastDueCents: sql(`case when ${after.asOf} is null then past_due_cents else ${after.pastDueCents} end`),
    oldestUnpaidOn: sql(`case when ${after.asOf} is null then oldest_unpaid_on else ${after.oldestUnpaidOn} end`),
    eventSequence: sql(`event_sequence + case when status_code <> ${after.statusCode} then 1 else 0 end`),
  });
}

/** The condition of that update: an older answer does not overwrite a newer one. */
export function isNotOlder({ version }: AccountAfterSql): string {
  return `coalesce(${version} >= loan_system_version, true)`;
}

/** Inserts the events of changed statuses. `stands` are the accounts after the update, `changed` before it. */
export const STATUS_EVENTS = insertEventSql(
  {
    type: 'account.status_changed',
    object: 'account',
    objectId: sql('stands.id'),
    organizationId: sql('stands.organization_id'),
    accountId: sql('stands.id'),
    sequence: sql('stands.event_sequence'),
    status: sql('stands.status_code'),
    previousStatus: sql('changed.status_code'),
    actor: sql(`'projection'`),
  },
  'stands join changed on changed.id = stands.id and stands.status_code <> changed.status_code',
);

const columnsOf = (alias: string) =>
  SNAPSHOT_FIGURES.map((figure) => `${alias}.${columnOf('PastDueSnapshot', figure).column}`).join(', ');

/** The select list of `standing`, the figures of a snapshot. */
export function standingFigures(after: AccountAfterSql): string {
  return SNAPSHOT_FIGURES.map((f) => `${after[f]} as ${columnOf('PastDueSnapshot', f).column}`).join(', ');
}

/** The figures of the last snapshot up to a day. */
export function lastSnapshot(of: {
  readonly organizationId: string;
  readonly accountId: string;
  readonly asOf: string;
}) {
  return `
      select ${columnsOf('s')} from past_due_snapshot s
       where s.organization_id = ${of.organizationId} and s.account_id = ${of.accountId} and s.as_of <= ${of.asOf}
       order by s.as_of desc limit 1`;
}

/** Whether the figures of `standing` and of `last` differ. */
export const SNAPSHOT_DIFFERS = `(${columnsOf('standing')}) is distinct from (${columnsOf('last')})`;

/** Inserts `standing` as the snapshot of its day. `from` is the FROM clause, with the condition. */
export function insertSnapshotSql(
  owner: { readonly organizationId: Sql; readonly accountId: Sql; readonly asOf: Sql },
  from: string,
): string {
  const { into, values } = inserted('PastDueSnapshot', {
    ...owner,
    ...selectedFrom('PastDueSnapshot', 'standing', SNAPSHOT_FIGURES),
  });
  return `
      insert into ${into} select ${values} from ${from}
      on conflict (organization_id, account_id, as_of) do update set ${overwritten('PastDueSnapshot', SNAPSHOT_FIGURES)}`;
}
