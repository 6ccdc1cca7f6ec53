import { inserted, LEFT_OUT, leftOut, type NewRow, type Sql, sql } from '../../core/db/insert-sql.js';
import { ON_REPORTED_AGAIN } from './transaction-reported-again-sql.js';

/** The columns of a normalized transaction in JSON, with its fresh id. */
export const COLUMNS_OF_TRANSACTION = `id text, "externalId" text, type text, "amountCents" bigint, "effectiveAt" date,
        status text, "paymentMethod" text, reason text, "receivedOn" date, "principalCents" bigint,
        "interestCents" bigint, "feesCents" bigint, "endingBalanceCents" bigint`;

interface OwnerSql extends Pick<NewRow<'Transaction'>, 'organizationId' | 'accountId' | 'createdAt'> {
  /** Default: that of the JSON. */
  readonly externalId?: Sql;
}

/** Inserts the rows of `incoming`, or updates those that are reported again. `from` is the FROM clause. */
export function insertTransactionsSql(
  { externalId = sql('incoming."externalId"'), ...owner }: OwnerSql,
  from: string,
): string {
  const { into, values } = inserted('Transaction', {
    ...owner,
    externalId,
    id: sql('incoming.id'),
    type: sql('incoming.type'),
    amountCents: sql('incoming."amountCents"'),
    effectiveAt: sql('incoming."effectiveAt"'),
    sortOn: sql(`coalesce(incoming."effectiveAt", '-infinity'::date)`),
    status: sql('incoming.status'),
    ...leftOut('originalTransactionId', 'reallocatesTransactionId', 'becauseOfTransactionId'),
    receivedOn: sql('incoming."receivedOn"'),
    paymentMethod: sql('incoming."paymentMethod"'),
    reason: sql('incoming.reason'),
    principalCents: sql('incoming."principalCents"'),
    interestCents: sql('incoming."interestCents"'),
    feesCents: sql('incoming."feesCents"'),
    endingBalanceCents: sql('incoming."endingBalanceCents"'),
    sourceDeletedAt: LEFT_OUT,
  });
  return `insert into ${into} select ${values} from ${from} ${ON_REPORTED_AGAIN}`;
}
