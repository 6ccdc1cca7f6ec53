import { lockById } from '../../../core/db/by-id.js';
import { columns, columnsAs, derived } from '../../../core/db/columns.js';
import { CREATED, idRange, isCreatedThen, newestFirst, newestIdFirst } from '../../../core/db/paged-lists.js';
import type { ScopedModels } from '../../../core/db/prisma.js';
import { rowOf, selected } from '../../../core/db/prisma-rows-by-columns.js';
import { statement } from '../../../core/db/statement.js';
import {
  EXCEPTION,
  type OperatorExceptionRow,
} from '../../../core/exceptions/resolve-and-postpone-operator-exceptions.store.js';
import { isWaiting } from './exception-state-sql.js';

/** Newest first. */
export const OPERATOR_EXCEPTIONS = newestFirst({
  name: 'operator_exceptions',
  page: 'operator_exception.page',
  across: 'lenders',
  filters: { isResolved: 'bool?', isWaiting: 'bool?', today: 'date', ...CREATED },
  gives: EXCEPTION,
  rows: (p) => `select ${EXCEPTION} from operator_exception x
      where ${idRange('x', p.afterId)}
        and (${p.isResolved}::boolean is null or (x.resolved_at is not null) = ${p.isResolved})
        and (${p.isWaiting}::boolean is null or (${isWaiting('x', p.today)}) = ${p.isWaiting})
        and ${isCreatedThen('x', p)}`,
  order: newestIdFirst('x'),
});

export async function exceptionById(
  { operatorException }: ScopedModels,
  id: string,
): Promise<OperatorExceptionRow | undefined> {
  const found = await operatorException.findFirst({ select: selected(EXCEPTION), where: { id } });
  return found === null ? undefined : rowOf(EXCEPTION, found);
}

/**
 * Locks an exception so that a change can report its previous state: of two changes at once, the second waits for
 * the first.
 */
export const lockException = lockById('operator_exception.lock', 'OperatorException', 'x', EXCEPTION, 'for update');

/** The exceptions among `ids` that exist. */
export async function exceptionsById(
  { operatorException }: ScopedModels,
  ids: readonly string[],
): Promise<readonly OperatorExceptionRow[]> {
  const found = await operatorException.findMany({ select: selected(EXCEPTION), where: { id: { in: [...ids] } } });
  return found.map((row) => rowOf(EXCEPTION, row));
}

const EXCEPTION_ID = columns('OperatorException', 'x', ['id']);

/**
 * What each exception is about: the account and the payment or run of its subject, which is a payment or its reference, a reversal, an
 * autopay run, its attempt or correction, a schedule, a dispute, a tie-out difference or an act on one.
 */
export const subjectsOfExceptions = statement({
  name: 'operator_exception.subjects',
  takes: { ids: 'OperatorException.id[]' },
  gives: [EXCEPTION_ID, derived({ accountId: 'text?', paymentId: 'text?', runId: 'text?', runDueOn: 'date?' })],
  text: ({ scope, oneOf }) => `
    select ${EXCEPTION_ID},
           coalesce(c.account_id, referred.account_id, reversed.account_id, r.account_id, d.account_id, of_part.account_id, difference.account_id, plan.account_id, act.account_id) as "accountId",
           coalesce(c.id, referred.id, reversed.id) as "paymentId", coalesce(r.id, of_part.id) as "runId", coalesce(r.due_on, of_part.due_on) as "runDueOn"
      from operator_exception x
      left join collected_payment c on c.organization_id = x.organization_id and c.id = x.subject_id
      left join collected_payment referred on referred.organization_id = x.organization_id
       and referred.posting_reference = x.subject_id and ${scope('referred.organization_id')}
      left join payment_reversal v on v.organization_id = x.organization_id and v.id = x.subject_id
      left join collected_payment reversed on reversed.organization_id = x.organization_id and reversed.id = v.payment_id
       and ${scope('reversed.organization_id')}
      left join autopay_run r on r.organization_id = x.organization_id and r.id = x.subject_id
      left join dispute d on d.organization_id = x.organization_id and d.id = x.subject_id
      left join autopay_correction y on y.organization_id = x.organization_id and y.id = x.subject_id
      left join autopay_attempt t on t.organization_id = x.organization_id and t.id = x.subject_id
      left join autopay_run of_part on of_part.organization_id = x.organization_id
       and of_part.id = coalesce(y.run_id, t.run_id, d.run_id) and ${scope('of_part.organization_id')}
      left join autopay_schedule plan on plan.organization_id = x.organization_id and plan.id = x.subject_id
      left join tie_out_act act on act.organization_id = x.organization_id and act.id = x.subject_id
      left join tie_out_difference difference on difference.organization_id = x.organization_id and difference.id = x.id
     where ${oneOf('x.id', 'ids')} and ${scope('x.organization_id')}`,
});

const RUN = columnsAs('AutopayRun', 'r', { runId: 'id' });

/** The kinds are named so that each exception is found by its unique index. */
export const exceptionsOfRuns = statement({
  name: 'operator_exception.of_runs',
  takes: { runIds: 'AutopayRun.id[]', kinds: 'text[]' },
  gives: [RUN, EXCEPTION],
  text: ({ p, scope, oneOf }) => `
    select ${RUN}, ${EXCEPTION}
      from autopay_run r
     cross join lateral (
       select r.id as subject_id
       union all
       select t.id from autopay_attempt t where t.organization_id = r.organization_id and t.run_id = r.id
       union all
       select y.id from autopay_correction y where y.organization_id = r.organization_id and y.run_id = r.id
       union all
       select d.id from dispute d where d.organization_id = r.organization_id and d.run_id = r.id) about
      join operator_exception x on x.organization_id = r.organization_id
       and x.kind = any(${p.kinds}::text[]) and x.subject_id = about.subject_id
     where ${oneOf('r.id', 'runIds')} and ${scope('r.organization_id')}
     order by x.created_at desc, x.id desc`,
});
