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
/** The members with gaps, as the answer and as the stored outcome name them. */
const IN_ANSWER = ['reference_number', 'created_at', 'possible_duplicate_of'] as const;
const IN_OUTCOME = ['referenceNumber', 'createdAt', 'possibleDuplicateOf'] as const satisfies (keyof typeof GAPS)[];

/** The values for the gaps. */
export type Gaps = Pick<CollectedPaymentRow, keyof typeof GAPS>;

/** What the statement needs of an answer: its bytes before, between and after the gaps, in order. */
const { answerBody: _, outcome: __, ...FINISHED } = FINISHING;
export const ANSWER_WITH_GAPS = { ...FINISHED, outcomeParts: 'text[]', answerParts: 'text[]' } as const;

/** The payment's answer with gaps, and the function that fills them. */
export function answerWithGaps(payment: CollectedPaymentRow) {
  const { outcome, answerStatus, answerBody } = storedForm(paymentAnswer({ ...payment, ...GAPS }));
  const [answerParts, outcomeParts] = [partsOf(answerBody, IN_ANSWER), partsOf(outcome ?? '', IN_OUTCOME)];
  const filled = ({ referenceNumber, createdAt, possibleDuplicateOf }: Gaps) => {
    const known = [referenceNumber, createdAt, possibleDuplicateOf].map((value) => JSON.stringify(value));
    return { status: answerStatus, body: answerParts.map((part, at) => `${part}${known[at] ?? ''}`).join('') };
  };
  return { parts: { outcomeParts, answerStatus, answerParts }, filled };
}

/**
 * The parts of a JSON text around its gaps. In text sent by a client, the quotes around a member's name would be
 * escaped, so a gap cannot match there.
 */
function partsOf(json: string, members: readonly string[]): readonly string[] {
  const placeholders = Object.values(GAPS);
  const parts: string[] = [];
  let rest = json;
  for (const [at, member] of members.entries()) {
    const [before, after] = cut(rest, `"${member}":${JSON.stringify(placeholders[at])}`);
    parts.push(`${before}"${member}":`);
    rest = after;
  }
  return [...parts, rest];
}

function cut(text: string, gap: string): readonly [before: string, after: string] {
  const [before, after, ...others] = text.split(gap);
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error('an answer has each member once');
  return [before, after];
}

/**
 * The filled answer, in a statement with `marked`: a row of what it found.
 */
export function filledAnswer(
  p: Pick<StatementTools<ParametersOf<typeof ANSWER_WITH_GAPS>>['p'], 'answerParts' | 'outcomeParts'>,
  referenceNumber: Sql,
) {
  const instant = `to_char(marked.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const gaps = [
    referenceNumber,
    `to_json(${instant})::text`,
    `coalesce(to_json(marked.possible_duplicate_of)::text, 'null')`,
  ];
  const filled = (parts: string) =>
    [
      ...gaps.map((gap, at) => `(${parts}::text[])[${at + 1}] || ${gap}`),
      `(${parts}::text[])[${gaps.length + 1}]`,
    ].join(' || ');
  return { outcome: sql(`(${filled(p.outcomeParts)})::jsonb`), body: sql(filled(p.answerParts)) };
}

/**
 * The update that stores the filled answer as final.
 *
 * @param from - the FROM items, with `marked`
 */
export function finishingFilled(
  { p, scope }: Pick<StatementTools<ParametersOf<typeof ANSWER_WITH_GAPS>>, 'p' | 'scope'>,
  referenceNumber: Sql,
  from: string,
): string {
  return finishKeyWithSql({ p, scope }, { ...filledAnswer(p, referenceNumber), from });
}
