import type { ParametersOf, StatementTools } from '../../../core/db/statement.js';
import { type Sql, sql } from '../../../core/db/written.js';
import { storedForm } from '../../../core/idempotency/idempotency.js';
import { FINISHING, finishingWith } from '../../../core/idempotency/idempotency.store.js';
import { paymentAnswer } from '../posting/answer.js';
import type { CollectedPaymentRow } from './collected-payment.row.js';

/*
 * The answer of a payment is stored by the statement that records it, and two of its members are known only in that statement: the
 * reference number and the possible duplicate. The answer has a gap for each.
 */

/** In the place of each until it is known. No entry has the number, and no payment the id. */
const GAPS = { referenceNumber: Number.MAX_SAFE_INTEGER, possibleDuplicateOf: 'not known yet' } as const;
/** Within a text that a client sent the quotes of a member's name would be escaped. */
const WRITTEN_NUMBER = `"reference_number":${GAPS.referenceNumber}`;
const WRITTEN_DUPLICATE = `"possible_duplicate_of":"${GAPS.possibleDuplicateOf}"`;

/** What fills the gaps. */
export type Gaps = Pick<CollectedPaymentRow, 'referenceNumber' | 'possibleDuplicateOf'>;

/** What a statement takes of an answer: its bytes before, between and after the gaps. */
const { answerBody: _, ...FINISHED } = FINISHING;
export const ANSWER_WITH_GAPS = { ...FINISHED, answerHead: 'text', answerMiddle: 'text', answerTail: 'text' } as const;

/** The answer of a payment whatever it has in its gaps, and how it reads with them filled. */
export function answerWithGaps(payment: CollectedPaymentRow) {
  const { outcome, answerStatus, answerBody } = storedForm(paymentAnswer({ ...payment, ...GAPS }));
  const [head, rest] = cut(answerBody, WRITTEN_NUMBER);
  const [middle, tail] = cut(rest, WRITTEN_DUPLICATE);
  const parts = {
    outcome,
    answerStatus,
    answerHead: `${head}"reference_number":`,
    answerMiddle: `${middle}"possible_duplicate_of":`,
    answerTail: tail,
  };
  const filled = ({ referenceNumber, possibleDuplicateOf }: Gaps) => ({
    status: answerStatus,
    body: `${parts.answerHead}${referenceNumber}${parts.answerMiddle}${JSON.stringify(possibleDuplicateOf)}${tail}`,
  });
  return { parts, filled };
}

function cut(text: string, gap: string): readonly [before: string, after: string] {
  const [before, after, ...others] = text.split(gap);
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error('an answer has each member once');
  return [before, after];
}

/**
 * The update that makes the filled answer final.
 *
 * @param from - behind FROM, with `marked`: a row of the possible duplicate.
 */
export function finishingFilled(
  { p, scope }: Pick<StatementTools<ParametersOf<typeof ANSWER_WITH_GAPS>>, 'p' | 'scope'>,
  referenceNumber: Sql,
  from: string,
): string {
  const duplicate = 'to_json(marked.possible_duplicate_of)';
  return finishingWith(
    { p, scope },
    {
      outcome:
        sql(`jsonb_set(jsonb_set(${p.outcome}::jsonb, '{resource,referenceNumber}', to_jsonb(${referenceNumber})),
        '{resource,possibleDuplicateOf}', coalesce(${duplicate}::jsonb, 'null'))`),
      body: sql(`${p.answerHead}::text || ${referenceNumber} || ${p.answerMiddle}::text
        || coalesce(${duplicate}::text, 'null') || ${p.answerTail}::text`),
      from,
    },
  );
}
