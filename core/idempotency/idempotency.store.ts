import { isNotAdvancing } from '../business-time/business-clock.js';
import { columns, columnsAs, derived, type RowOf } from '../db/columns.js';
import {
  assigned,
  inserted,
  leftOut,
  overwritten,
  type Placeholder,
  type Sql,
  sameNamed,
  sql,
} from '../db/insert-sql.js';
import { type ParametersOf, type StatementTools, statement } from '../db/statement.js';
import { ANSWER_VERSION, type Outcome } from './decision.js';

const OPERATION = {
  organizationId: 'IdempotencyRecord.organizationId',
  operation: 'IdempotencyRecord.operation',
} as const;
/** `keys` are all forms in which the key may be stored, the preferred one first. */
const KEY = { ...OPERATION, keys: 'IdempotencyRecord.key[]' } as const;
const SUBJECT = { ...OPERATION, subjectId: 'IdempotencyRecord.subjectId' } as const;

const SUBJECT_ID = columns('IdempotencyRecord', 'idempotency_record', ['subjectId']);

export const CLAIM = {
  ...SUBJECT,
  key: 'IdempotencyRecord.key',
  earlierKeys: 'IdempotencyRecord.key[]',
  fingerprint: 'IdempotencyRecord.fingerprint',
  keptHours: 'int4',
} as const;

/**
 * The insert that claims a key; stores also combine it with other writes in one statement. It returns one row when the
 * claim succeeded, because the key is new or has expired. A key whose outcome is unknown never expires.
 *
 * @param condition - nothing is claimed unless it holds
 */
export function claimKeySql(
  { p, scope }: Pick<StatementTools<ParametersOf<typeof CLAIM>>, 'p' | 'scope'>,
  condition = 'true',
): string {
  const { into, values } = inserted('IdempotencyRecord', {
    organizationId: sql('o.id'),
    ...sameNamed(p, ['operation', 'key', 'fingerprint']),
    state: sql(`'in_progress'`),
    subjectId: p.subjectId,
    ...leftOut('answer', 'answerVersion', 'answerStatus', 'answerBody'),
    createdAt: sql('now()'),
    expiresAt: sql(`now() + make_interval(hours => ${p.keptHours}::int)`),
  });
  return `
    insert into ${into} select ${values}
      from (select ${p.organizationId}::text as id) o
     where ${scope('o.id')} and ${isNotAdvancing('o.id')} and ${condition}
       and not exists (
         select from idempotency_record e
          where e.organization_id = o.id and e.operation = ${p.operation}::text and e.key = any(${p.earlierKeys}::text[])
            and (e.expires_at > now() or e.state = 'in_progress'))
    on conflict (organization_id, operation, key) do update
       set ${overwritten('IdempotencyRecord', ['fingerprint', 'state', 'subjectId', 'createdAt', 'expiresAt'])},
           ${assigned('IdempotencyRecord', {
             answer: sql('null'),
             answerVersion: sql(String(ANSWER_VERSION)),
             answerStatus: sql('null'),
             answerBody: sql('null'),
           })}
     where idempotency_record.expires_at <= excluded.created_at and idempotency_record.state <> 'in_progress'
    returning ${SUBJECT_ID}`;
}

export const claimKey = statement({ name: 'idempotency.claim', takes: CLAIM, gives: SUBJECT_ID, text: claimKeySql });

/** An answer's columns; until there is an answer, all but the version are null. */
export const ANSWER = columnsAs('IdempotencyRecord', 'idempotency_record', {
  outcome: 'answer',
  version: 'answerVersion',
  status: 'answerStatus',
  body: 'answerBody',
}).as<{ outcome: Outcome | null }>();
export type AnswerColumns = RowOf<typeof ANSWER>;

const STANDING = columns('IdempotencyRecord', 'idempotency_record', ['fingerprint', 'state', 'subjectId']);
export type KeyRow = RowOf<typeof STANDING> & AnswerColumns;

const FIND = `select ${STANDING}, ${ANSWER} from idempotency_record`;

/**
 * ORDER BY for a key that is stored in several forms. A form under which something may have been done comes first
 * (nothing was done under a released one), then the order of the list decides.
 *
 * @param keys - the placeholder of the list
 */
export function keyFormOrderSql(keys: string): string {
  return `(idempotency_record.state = 'released'), array_position(${keys}::text[], idempotency_record.key)`;
}

export const findKey = statement({
  name: 'idempotency.find',
  takes: KEY,
  gives: [STANDING, ANSWER],
  text: ({ p, scope }) => `${FIND} where organization_id = ${p.organizationId} and operation = ${p.operation}
     and key = any(${p.keys}::text[]) and expires_at > now() and ${scope('organization_id')}
     order by ${keyFormOrderSql(p.keys)} limit 1`,
});

const STORED_KEY = columns('IdempotencyRecord', 'idempotency_record', ['key']);

/** Every stored form of several keys. */
export const findKeys = statement({
  name: 'idempotency.find_several',
  takes: KEY,
  gives: [STORED_KEY, STANDING, ANSWER],
  text: ({ p, scope }) => `
    select ${STORED_KEY}, ${STANDING}, ${ANSWER} from idempotency_record
     where organization_id = ${p.organizationId} and operation = ${p.operation}
       and key = any(${p.keys}::text[]) and expires_at > now() and ${scope('organization_id')}`,
});

/** The forms of several keys that are stored, expired or not. */
export const findStoredForms = statement({
  name: 'idempotency.find_stored_forms',
  takes: KEY,
  gives: STORED_KEY,
  text: ({ p, scope }) => `
    select ${STORED_KEY} from idempotency_record
     where organization_id = ${p.organizationId} and operation = ${p.operation}
       and key = any(${p.keys}::text[]) and ${scope('organization_id')}`,
});

/** Like `findKey`, but locks the row until the transaction ends. */
export const lockKey = statement({
  name: 'idempotency.lock',
  takes: KEY,
  gives: [STANDING, ANSWER],
  text: ({ p, scope }) => `${FIND} where organization_id = ${p.organizationId} and operation = ${p.operation}
     and key = any(${p.keys}::text[]) and expires_at > now() and ${scope('organization_id')}
     order by ${keyFormOrderSql(p.keys)} limit 1 for update`,
});

/**
 * Changes a key that an earlier version stored with surrounding white space to the form without it, so that both forms
 * find it; unless another request already uses the form without it.
 */
export const reclaimKey = statement({
  name: 'idempotency.reclaim',
  takes: { ...SUBJECT, key: 'IdempotencyRecord.key' },
  text: ({ p, scope }) => `
    update idempotency_record set state = 'in_progress',
           key = case when exists (select from idempotency_record other
                                    where other.organization_id = ${p.organizationId} and other.operation = ${p.operation} and other.key = ${p.key})
                      then idempotency_record.key else ${p.key} end
     where organization_id = ${p.organizationId} and operation = ${p.operation} and subject_id = ${p.subjectId}
       and state = 'released' and ${scope('organization_id')}`,
});

/** The parameters that make an answer final. `outcome` is JSON. */
export const FINISHING = {
  ...SUBJECT,
  outcome: 'jsonb',
  answerStatus: 'int4',
  answerBody: 'text',
} as const;
type Finishing = ParametersOf<typeof FINISHING>;
export type Finish = Pick<Finishing, 'outcome' | 'answerStatus' | 'answerBody'>;

/** The update that makes an answer final; stores also use it in the statement that writes the subject's row. */
export function finishKeySql({ p, scope }: Pick<StatementTools<Finishing>, 'p' | 'scope'>): string {
  return finishKeyWithSql({ p, scope }, { outcome: p.outcome, body: p.answerBody, from: '' });
}

/** An answer that is completed within its statement. */
interface Completed {
  readonly outcome: Sql | Placeholder<string | null>;
  readonly body: Sql | Placeholder<string>;
  /** SQL after SET: `from …`. */
  readonly from: string;
}

type Finished = Omit<Finishing, 'outcome' | 'answerBody'>;

/** `finishing` for an answer that is completed within the statement. */
export function finishKeyWithSql(
  { p, scope }: Pick<StatementTools<Finished>, 'p' | 'scope'>,
  { outcome, body, from }: Completed,
): string {
  return `
    update idempotency_record set ${assigned('IdempotencyRecord', {
      state: sql(`'finished'`),
      answer: outcome,
      answerVersion: sql(String(ANSWER_VERSION)),
      answerStatus: p.answerStatus,
      answerBody: body,
    })} ${from}
     where subject_id = ${p.subjectId} and operation = ${p.operation}
       and organization_id = ${p.organizationId} and ${scope('organization_id')}`;
}

export const finishKey = statement({ name: 'idempotency.finish', takes: FINISHING, text: finishKeySql });

/**
 * The insert of a key with its final answer, for a statement that does everything under the key at once. A key that is
 * in use violates a unique constraint, and undoes the statement.
 */
export function insertFinishedKeySql(
  { p }: Pick<StatementTools<ParametersOf<typeof CLAIM> & Pick<Finishing, 'answerStatus'>>, 'p'>,
  { outcome, body, from }: Completed,
): string {
  const { into, values } = inserted('IdempotencyRecord', {
    ...sameNamed(p, ['organizationId', 'operation', 'key', 'fingerprint', 'subjectId', 'answerStatus']),
    state: sql(`'finished'`),
    answer: outcome,
    answerVersion: sql(String(ANSWER_VERSION)),
    answerBody: body,
    createdAt: sql('now()'),
    expiresAt: sql(`now() + make_interval(hours => ${p.keptHours}::int)`),
  });
  return `insert into ${into} select ${values} ${from}`;
}

/** Whether a key is stored in any form, answered or not, expired or not. */
export function isKeyStoredSql({
  organizationId,
  operation,
  keys,
}: Readonly<Record<'organizationId' | 'operation' | 'keys', string>>): string {
  return `exists (select from idempotency_record k
    where k.organization_id = ${organizationId} and k.operation = ${operation} and k.key = any(${keys}::text[]))`;
}

/** The answer of a subject's key. */
export const answerOfSubject = statement({
  name: 'idempotency.answer_of_subject',
  takes: SUBJECT,
  gives: ANSWER,
  text: ({ p, scope }) => `
    select ${ANSWER} from idempotency_record
     where subject_id = ${p.subjectId} and operation = ${p.operation} and state = 'finished'
       and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
});

export const releaseKey = statement({
  name: 'idempotency.release',
  takes: SUBJECT,
  text: ({ p, scope }) => `
    update idempotency_record set state = 'released'
     where subject_id = ${p.subjectId} and operation = ${p.operation} and state = 'in_progress'
       and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
});

export const forgetKey = statement({
  name: 'idempotency.forget',
  takes: SUBJECT,
  text: ({ p, scope }) => `
    delete from idempotency_record
     where subject_id = ${p.subjectId} and operation = ${p.operation} and state = 'in_progress'
       and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
});

const EXPIRED = "expires_at <= now() and state <> 'in_progress'";

/** Organizations with keys that can no longer be replayed. */
export const organizationsWithExpiredKeys = statement({
  name: 'idempotency.organizations_expired',
  gives: columns('IdempotencyRecord', 'idempotency_record', ['organizationId']),
  text: ({ scope }) => `
    select distinct organization_id as "organizationId" from idempotency_record where ${EXPIRED} and ${scope('organization_id')}`,
});

/**
 * Deletes a batch of expired keys of one organization. A key with an unknown outcome stays. A key that a request is
 * claiming again is skipped, because it is a new key once its row is unlocked.
 */
export const deleteExpiredKeys = statement({
  name: 'idempotency.delete_expired',
  takes: { organizationId: 'IdempotencyRecord.organizationId', limit: 'int4' },
  gives: derived({ deleted: 'int8' }),
  text: ({ p, scope }) => `
    with expired as (
      select operation, key from idempotency_record
       where ${EXPIRED} and organization_id = ${p.organizationId} and ${scope('organization_id')}
       order by expires_at limit ${p.limit}::int for update skip locked),
    gone as (
      delete from idempotency_record r using expired e
       where r.organization_id = ${p.organizationId} and r.operation = e.operation and r.key = e.key
      returning 1)
    select count(*) as deleted from gone`,
});
