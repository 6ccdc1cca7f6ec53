import type { BoardingStatus } from '../../core/contract/boarding-statuses.js';
import { lockById, readById } from '../../core/db/by-id.js';
import { columns, derived, type RowOf, typesOf } from '../../core/db/columns.js';
import { assigned, inserted, LEFT_OUT, leftOut, sameNamed, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import type { Figures, StoredTieOut, Unstaged } from './boarding-tie-out.js';
import type { WarningCounts } from './warnings.js';

/** Steps run on behalf of the caller who requested the boarding and was authorized then. */
export const BOARDING = systemPrincipal('ledger-boarding');

export const BOARDING_COLUMNS = columns('LedgerBoarding', 'boarding', [
  'id',
  'organizationId',
  'loanSystemCode',
  'status',
  'isDryRun',
  'skipsInvalid',
  'isStrict',
  'fileDigest',
  'requestedBy',
  'lines',
  'bytes',
  'loans',
  'transactions',
  'errors',
  'differences',
  'notices',
  'warningCounts',
  'knownLoans',
  'loansWritten',
  'transactionsWritten',
  'control',
  'unstaged',
  'tieOut',
  'isTied',
  'createdAt',
  'movedAt',
  'finishedAt',
]).as<{
  status: BoardingStatus;
  control: Partial<Figures> | null;
  unstaged: Unstaged | null;
  warningCounts: WarningCounts | null;
  tieOut: StoredTieOut | null;
}>();

export type BoardingRow = RowOf<typeof BOARDING_COLUMNS>;

export const BOARDING_KEY = { organizationId: 'LedgerBoarding.organizationId', id: 'LedgerBoarding.id' } as const;

/**
 * Whether the requester of a boarding is still authorized: a key must be neither revoked nor expired, and still have
 * its scope and organization. An operator or the command line has no key prefix. Read separately from the boarding, because keys are not
 * organization data.
 */
export const isRequesterAuthorized = statement({
  name: 'ledger_boarding.standing',
  takes: { organizationId: 'LedgerBoarding.organizationId', actor: 'LedgerBoarding.requestedBy' },
  gives: derived({ mayGoOn: 'bool' }),
  text: ({ p, scope }) => `
    with ended as materialized (
      select count(*) > 0 as "isEnded" from api_key k
       where k.prefix = ${p.actor} and (k.revoked_at is not null or k.expires_at <= now()
         or ${p.organizationId}::text <> all(k.organization_ids) or 'ledger:write' <> all(k.scopes)))
    select not ended."isEnded" as "mayGoOn" from organization o cross join ended
     where o.id = ${p.organizationId} and ${scope('o.id')}`,
});

/** A lock class of its own, separate from the locks of other counts. */
const UPLOADS_LOCK = 7_423;

/** A second upload to the same organization, or by the same actor, waits until the first has begun. */
export const lockUploads = statement({
  name: 'ledger_boarding.lock_uploads',
  takes: { organizationId: 'LedgerBoarding.organizationId', actor: 'LedgerBoarding.requestedBy' },
  gives: derived({ held: 'text?' }),
  text: ({ p, scope }) => `
    select pg_advisory_xact_lock(hashtextextended(o.id, ${UPLOADS_LOCK}))::text ||
           pg_advisory_xact_lock(hashtextextended(${p.actor}, ${UPLOADS_LOCK}))::text as held
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}`,
});

/** Number of files that are arriving: for an organization, and from an actor in all organizations. */
export const countArriving = statement({
  name: 'ledger_boarding.count_arriving',
  takes: { organizationId: 'LedgerBoarding.organizationId', actor: 'LedgerBoarding.requestedBy' },
  gives: derived({ ofOrganization: 'int8', ofActor: 'int8' }),
  text: ({ p, scope }) => `
    select count(*) filter (where boarding.organization_id = ${p.organizationId}) as "ofOrganization",
           count(*) filter (where boarding.requested_by = ${p.actor}) as "ofActor"
      from ledger_boarding boarding where boarding.status = 'receiving' and ${scope('boarding.organization_id')}`,
});

export const insertBoarding = statement({
  name: 'ledger_boarding.insert',
  takes: {
    ...BOARDING_KEY,
    ...typesOf('LedgerBoarding', ['loanSystemCode', 'isDryRun', 'skipsInvalid', 'isStrict']),
    ...typesOf('LedgerBoarding', ['comparesCells', 'keyHash', 'requestedBy']),
    at: 'LedgerBoarding.createdAt',
  },
  gives: derived({ id: 'LedgerBoarding.id' }),
  text: ({ p, scope }) => {
    const { into, values } = inserted('LedgerBoarding', {
      ...sameNamed(p, ['id', 'organizationId', 'loanSystemCode']),
      status: sql(`'receiving'`),
      ...sameNamed(p, ['isDryRun', 'skipsInvalid', 'isStrict', 'comparesCells', 'keyHash']),
      fileDigest: LEFT_OUT,
      requestedBy: p.requestedBy,
      ...leftOut('lines', 'bytes', 'loans', 'transactions', 'errors', 'differences'),
      ...leftOut('notices', 'warningCounts', 'knownLoans', 'loansWritten', 'transactionsWritten', 'control'),
      ...leftOut('unstaged', 'products', 'tieOut', 'isTied'),
      createdAt: p.at,
      movedAt: p.at,
      finishedAt: LEFT_OUT,
    });
    return `
    insert into ${into} select ${values} where ${scope(`${p.organizationId}::text`)}
    on conflict (organization_id, key_hash) do nothing
    returning id`;
  },
});

export const findBoarding = readById('ledger_boarding.find', 'LedgerBoarding', 'boarding', BOARDING_COLUMNS);

export const findByKey = statement({
  name: 'ledger_boarding.find_by_key',
  takes: { organizationId: 'LedgerBoarding.organizationId', keyHash: 'text' },
  gives: BOARDING_COLUMNS,
  text: ({ p, scope }) => `
    select ${BOARDING_COLUMNS} from ledger_boarding boarding
    where boarding.organization_id = ${p.organizationId} and boarding.key_hash = ${p.keyHash}
      and ${scope('boarding.organization_id')}`,
});

/**
 * The process that takes a step holds the row until the step is committed: no step runs twice, and no process waits.
 */
export const lockBoarding = lockById(
  'ledger_boarding.lock',
  'LedgerBoarding',
  'boarding',
  BOARDING_COLUMNS,
  'for update skip locked',
);

const ORGANIZATION = columns('Organization', 'o', ['id', 'isActive']);

/**
 * Decisions on boardings of an organization run one after the other; rows that only refer to the organization are not
 * blocked.
 */
export const lockOrganization = statement({
  name: 'ledger_boarding.lock_organization',
  takes: { organizationId: 'Organization.id' },
  gives: ORGANIZATION,
  text: ({ p, scope }) => `
    select ${ORGANIZATION} from organization o
    where o.id = ${p.organizationId} and ${scope('o.id')} for no key update skip locked`,
});

export const findOrganization = statement({
  name: 'ledger_boarding.find_organization',
  takes: { organizationId: 'Organization.id' },
  gives: ORGANIZATION,
  text: ({ p, scope }) => `
    select ${ORGANIZATION} from organization o where o.id = ${p.organizationId} and ${scope('o.id')}`,
});

export const findWriting = statement({
  name: 'ledger_boarding.find_writing',
  takes: { organizationId: 'LedgerBoarding.organizationId' },
  gives: columns('LedgerBoarding', 'boarding', ['id']),
  text: ({ p, scope }) => `
    select boarding.id from ledger_boarding boarding
    where boarding.organization_id = ${p.organizationId} and boarding.status = 'writing'
      and ${scope('boarding.organization_id')} limit 1`,
});

/** Called after a chunk of the file is staged; the counts are for the whole file so far. */
export const markReceiving = statement({
  name: 'ledger_boarding.mark_receiving',
  takes: {
    ...BOARDING_KEY,
    ...typesOf('LedgerBoarding', ['lines', 'bytes', 'loans', 'transactions', 'errors']),
    warningCounts: 'jsonb',
    control: 'jsonb?',
    unstaged: 'jsonb',
    /** Values for the whole file; null: more chunks follow. */
    fileDigest: 'LedgerBoarding.fileDigest',
    at: 'LedgerBoarding.movedAt',
  },
  gives: derived({ id: 'LedgerBoarding.id' }),
  text: ({ p, scope }) => `
    update ledger_boarding set ${assigned('LedgerBoarding', {
      ...sameNamed(p, ['lines', 'bytes', 'loans', 'transactions', 'errors']),
      warningCounts: sql(`${p.warningCounts}::jsonb`),
      control: sql(`${p.control}::jsonb`),
      unstaged: sql(`${p.unstaged}::jsonb`),
      fileDigest: p.fileDigest,
      status: sql(`case when ${p.fileDigest}::text is null then 'receiving' else 'received' end`),
      movedAt: p.at,
    })}
    where organization_id = ${p.organizationId} and id = ${p.id} and status = 'receiving' and ${scope('organization_id')}
    returning id`,
});

/** Called while bytes arrive, however slowly. No row: the boarding was abandoned or given up. */
export const markArriving = statement({
  name: 'ledger_boarding.mark_arriving',
  takes: { ...BOARDING_KEY, at: 'LedgerBoarding.movedAt' },
  gives: derived({ id: 'LedgerBoarding.id' }),
  text: ({ p, scope }) => `
    update ledger_boarding set ${assigned('LedgerBoarding', { movedAt: p.at })}
    where organization_id = ${p.organizationId} and id = ${p.id} and status = 'receiving' and ${scope('organization_id')}
    returning id`,
});

export const markChecked = statement({
  name: 'ledger_boarding.mark_checked',
  takes: {
    ...BOARDING_KEY,
    ...typesOf('LedgerBoarding', ['status', 'errors', 'differences', 'notices']),
    warningCounts: 'jsonb',
    knownLoans: 'LedgerBoarding.knownLoans',
    tieOut: 'jsonb',
    isTied: 'bool?',
    at: 'LedgerBoarding.movedAt',
  },
  text: ({ p, scope }) => `
    update ledger_boarding set ${assigned('LedgerBoarding', {
      ...sameNamed(p, ['status', 'errors', 'differences', 'notices']),
      warningCounts: sql(`${p.warningCounts}::jsonb`),
      knownLoans: p.knownLoans,
      tieOut: sql(`${p.tieOut}::jsonb`),
      isTied: sql(`${p.isTied}::boolean`),
      movedAt: p.at,
      finishedAt: sql(`case when ${p.status} = 'writing' then null else ${p.at}::timestamptz end`),
    })}
    where organization_id = ${p.organizationId} and id = ${p.id} and ${scope('organization_id')}`,
});

export const markWritten = statement({
  name: 'ledger_boarding.mark_written',
  takes: {
    ...BOARDING_KEY,
    loans: 'int4',
    transactions: 'int4',
    /** Loans of the batch whose numbers were taken in the meantime. */
    errors: 'int4',
    tieOut: 'jsonb',
    at: 'LedgerBoarding.movedAt',
  },
  text: ({ p, scope }) => `
    update ledger_boarding set ${assigned('LedgerBoarding', {
      loansWritten: sql(`loans_written + ${p.loans}::int`),
      transactionsWritten: sql(`transactions_written + ${p.transactions}::int`),
      errors: sql(`errors + ${p.errors}::int`),
      tieOut: sql(`${p.tieOut}::jsonb`),
      movedAt: p.at,
    })}
    where organization_id = ${p.organizationId} and id = ${p.id} and ${scope('organization_id')}`,
});

/** The boarding has ended: everything is written, or it was abandoned and its staged rows are deleted. */
export const markOver = statement({
  name: 'ledger_boarding.mark_over',
  takes: {
    ...BOARDING_KEY,
    status: 'LedgerBoarding.status',
    tieOut: 'jsonb?',
    isTied: 'bool?',
    at: 'LedgerBoarding.movedAt',
  },
  text: ({ p, scope }) => `
    update ledger_boarding set ${assigned('LedgerBoarding', {
      status: p.status,
      tieOut: sql(`${p.tieOut}::jsonb`),
      isTied: sql(`${p.isTied}::boolean`),
      movedAt: p.at,
      finishedAt: p.at,
    })}
    where organization_id = ${p.organizationId} and id = ${p.id} and ${scope('organization_id')}`,
});

/** Waits for the current step. No row: the boarding has ended. */
export const markAbandoned = statement({
  name: 'ledger_boarding.mark_abandoned',
  takes: { ...BOARDING_KEY, at: 'LedgerBoarding.movedAt' },
  gives: derived({ id: 'LedgerBoarding.id' }),
  text: ({ p, scope }) => `
    update ledger_boarding set ${assigned('LedgerBoarding', { status: sql(`'abandoned'`), movedAt: p.at })}
    where organization_id = ${p.organizationId} and id = ${p.id} and status in ('receiving', 'received', 'writing')
      and ${scope('organization_id')}
    returning id`,
});
