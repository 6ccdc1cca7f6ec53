import { type Sql, sql } from '../../../../core/db/insert-sql.js';
import type { ParametersOf, StatementTools } from '../../../../core/db/statement.js';
import { storedForm } from '../../../../core/idempotency/idempotency.js';
import { FINISHING, finishKeyWithSql } from '../../../../core/idempotency/idempotency.store.js';
import type { CollectedPaymentRow } from '../payment/collected-payment.row.js';
import { paymentAnswer } from '../posting/first-and-later-answer-of-key.js';

/*
 * The statement that records a payment also stores its answer, and three of the answer's fields are known only in
 * that statement: the reference number, the time of recording, and the possible duplicate. The answer has a gap for
 * each.
 */

/** Placeholder of each field until its value is known. No real number, time or id equals its placeholder. */
const GAPS = {
  referenceNumber: Number.MAX_SAFE_INTEGER,
  createdAt: 'not known yet',
  possibleDuplicateOf: 'not known yet',
} as const;
/** In text sent by a client, the quotes around a field's name would be escaped, so this cannot match there. */
const WRITTEN_NUMBER = `"reference_number":${GAPS.referenceNumber}`;
const WRITTEN_INSTANT = `"created_at":"${GAPS.createdAt}"`;
const WRITTEN_DUPLICATE = `"possible_duplicate_of":"${GAPS.possibleDuplicateOf}"`;

/** The values for the gaps. */
export type Gaps = Pick<CollectedPaymentRow, keyof typeof GAPS>;

/** What the statement needs of an answer: its bytes before, between and after the gaps, in order. */
const { answerBody: _, ...FINISHED } = FINISHING;
export const ANSWER_WITH_GAPS = { ...FINISHED, answerParts: 'text[]' } as const;

/** The payment's answer with gaps, and the function that fills them. */
export function answerWithGaps(payment: CollectedPaymentRow) {
  const { outcome, answerStatus, answerBody } = storedForm(paymentAnswer({ ...payment, ...GAPS }));
  const [head, behindNumber] = cut(answerBody, WRITTEN_NUMBER);
  const [beforeInstant, behindInstant] = cut(behindNumber, WRITTEN_INSTANT);
  const [beforeDuplicate, tail] = cut(behindInstant, WRITTEN_DUPLICATE);
  const answerParts = [
    `${head}"reference_number":`,
    `${beforeInstant}"created_at":`,
    `${beforeDuplicate}"possible_duplicate_of":`,
    tail,
  ];
  const filled = ({ referenceNumber, createdAt, possibleDuplicateOf }: Gaps) => {
    const known = [referenceNumber, createdAt, possibleDuplicateOf].map((value) => JSON.stringify(value));
    return { status: answerStatus, body: answerParts.map((part, at) => `${part}${known[at] ?? ''}`).join('') };
  };
  return { parts: { outcome, answerStatus, answerParts }, filled };
}

function cut(text: string, gap: string): readonly [before: string, after: string] {
  const [before, after, ...others] = text.split(gap);
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error('an answer has each member once');
  return [before, after];
}

/**
 * The update that stores the filled answer as final.
 *
 * @param from - the FROM items, with `marked`: a row of what the recording statement found.
 */
export function finishingFilled(
  { p, scope }: Pick<StatementTools<ParametersOf<typeof ANSWER_WITH_GAPS>>, 'p' | 'scope'>,
  referenceNumber: Sql,
  from: string,
): string {
  const instant = `to_char(marked.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const gaps = [
    referenceNumber,
    `to_json(${instant})::text`,
    `coalesce(to_json(marked.possible_duplicate_of)::text, 'null')`,
  ];
  const written = gaps.map((gap, at) => `(${p.answerParts}::text[])[${at + 1}] || ${gap}`).join(' || ');
  return finishKeyWithSql(
    { p, scope },
    {
      outcome:
        sql(`jsonb_set(${p.outcome}::jsonb, '{resource}', (${p.outcome}::jsonb -> 'resource') || jsonb_build_object(
        'referenceNumber', ${referenceNumber}, 'createdAt', ${instant},
        'possibleDuplicateOf', marked.possible_duplicate_of))`),
      body: sql(`${written} || (${p.answerParts}::text[])[${gaps.length + 1}]`),
      from,
    },
  );
}
