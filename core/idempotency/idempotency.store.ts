import { type ParametersOf, type StatementTools, statement } from '../db/statement.js';
import { ANSWER_VERSION, type IdempotencyRow, type Outcome } from './decision.js';

/** `keys` are all forms under which the key may be kept. */
type Key = { organizationId: string; operation: string; keys: readonly string[] };
type Subject = { organizationId: string; operation: string; subjectId: string };

type Claim = {
  organizationId: string;
  operation: string;
  key: string;
  earlierKeys: readonly string[];
  fingerprint: Buffer;
  subjectId: string;
  keptHours: number;
};

/** One row when the key is now ours: it is new, or what it stood for has expired. An outcome that is not known never expires. */
export const claimKey = statement<Claim, { subjectId: string }>({
  name: 'idempotency.claim',
  text: ({ p, scope }) => `
    insert into idempotency_record (organization_id, operation, key, fingerprint, state, subject_id, created_at, expires_at)
    select o.id, ${p.operation}::text, ${p.key}::text, ${p.fingerprint}::bytea, 'in_progress', ${p.subjectId}::text,
           now(), now() + make_interval(hours => ${p.keptHours}::int)
      from (select ${p.organizationId}::text as id) o
     where ${scope('o.id')}
       and not exists (
         select from idempotency_record e
          where e.organization_id = o.id and e.operation = ${p.operation}::text and e.key = any(${p.earlierKeys}::text[])
            and (e.expires_at > now() or e.state = 'in_progress'))
    on conflict (organization_id, operation, key) do update
       set fingerprint = excluded.fingerprint, state = 'in_progress', subject_id = excluded.subject_id, answer = null,
           answer_version = ${ANSWER_VERSION}, answer_status = null, answer_body = null,
           created_at = excluded.created_at, expires_at = excluded.expires_at
     where idempotency_record.expires_at <= now() and idempotency_record.state <> 'in_progress'
    returning subject_id as "subjectId"`,
});

/** An answer's columns; all null but the version until there is one. */
export interface AnswerColumns {
  readonly outcome: Outcome | null;
  readonly version: number;
  readonly status: number | null;
  readonly body: string | null;
}

export type KeyRow = Omit<IdempotencyRow, 'answer'> & AnswerColumns;

export const ANSWER = `answer as outcome, answer_version as version, answer_status as status, answer_body as body`;
const FIND = `select fingerprint, state, subject_id as "subjectId", ${ANSWER} from idempotency_record`;

export const findKey = statement<Key, KeyRow>({
  name: 'idempotency.find',
  text: ({ p, scope }) => `${FIND} where organization_id = ${p.organizationId} and operation = ${p.operation}
     and key = any(${p.keys}::text[]) and expires_at > now() and ${scope('organization_id')}`,
});

/** As `findKey`, and holds the row until the transaction ends. */
export const lockKey = statement<Key, KeyRow>({
  name: 'idempotency.lock',
  text: ({ p, scope }) => `${FIND} where organization_id = ${p.organizationId} and operation = ${p.operation}
     and key = any(${p.keys}::text[]) and expires_at > now() and ${scope('organization_id')} for update`,
});

export const reclaimKey = statement<Key, never>({
  name: 'idempotency.reclaim',
  text: ({ p, scope }) => `
    update idempotency_record set state = 'in_progress'
     where organization_id = ${p.organizationId} and operation = ${p.operation} and key = any(${p.keys}::text[])
       and state = 'released' and ${scope('organization_id')}`,
});

/** What makes an answer final. `outcome`: as JSON. */
export const FINISHING = {
  organizationId: 'IdempotencyRecord.organizationId',
  operation: 'IdempotencyRecord.operation',
  subjectId: 'IdempotencyRecord.subjectId',
  outcome: 'jsonb',
  answerStatus: 'int4',
  answerBody: 'text',
} as const;
type Finishing = ParametersOf<typeof FINISHING>;
export type Finish = Pick<Finishing, 'outcome' | 'answerStatus' | 'answerBody'>;

/** The update that makes an answer final; also for a store that does so in the statement that writes the subject's row. */
export function finishing({ p, scope }: Pick<StatementTools<Finishing>, 'p' | 'scope'>): string {
  return `
    update idempotency_record set state = 'finished', answer = ${p.outcome}::jsonb,
           answer_version = ${ANSWER_VERSION}, answer_status = ${p.answerStatus}::int, answer_body = ${p.answerBody}::text
     where subject_id = ${p.subjectId} and operation = ${p.operation}
       and organization_id = ${p.organizationId} and ${scope('organization_id')}`;
}

export const finishKey = statement({ name: 'idempotency.finish', takes: FINISHING, text: finishing });

/** The answer of whichever key stands for a subject. */
export const answerOfSubject = statement<Subject, AnswerColumns>({
  name: 'idempotency.answer_of_subject',
  text: ({ p, scope }) => `
    select ${ANSWER} from idempotency_record
     where subject_id = ${p.subjectId} and operation = ${p.operation} and state = 'finished'
       and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
});

export const releaseKey = statement<Subject, never>({
  name: 'idempotency.release',
  text: ({ p, scope }) => `
    update idempotency_record set state = 'released'
     where subject_id = ${p.subjectId} and operation = ${p.operation} and state = 'in_progress'
       and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
});

/**
 * Housekeeping: keys that nobody may replay any more. One whose outcome is not known stays; one that a request is claiming
 * afresh is passed over, for it is a new key by the time that its row is free.
 */
export const deleteExpiredKeys = statement<{ limit: number }, { deleted: number }>({
  name: 'idempotency.delete_expired',
  unscoped: 'housekeeping over all organizations; reads nothing',
  text: ({ p }) => `
    with expired as (
      select organization_id, operation, key from idempotency_record
       where expires_at <= now() and state <> 'in_progress' limit ${p.limit}::int for update skip locked),
    gone as (
      delete from idempotency_record r using expired e
       where r.organization_id = e.organization_id and r.operation = e.operation and r.key = e.key
      returning 1)
    select count(*) as deleted from gone`,
});
