import { columns, derived } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { expressionOf, patternOf, withStrings } from '../../../core/erasure/terms.js';
import { ERASED_TEXT } from '../../../core/erasure/tombstones.js';
import type { ErasureStep } from './steps.js';

const AT_A_TIME = 2_000;

const ANSWER = columns('IdempotencyRecord', 'i', ['operation', 'key', 'answerBody']);
const OUTCOME = derived({ outcome: 'text?', mayHold: 'bool' });

/** The next stored answers of an organization; which of them may hold what is looked for. */
const nextAnswers = statement({
  name: 'erasure.answers',
  takes: {
    organizationId: 'Organization.id',
    afterOperation: 'IdempotencyRecord.operation',
    afterKey: 'IdempotencyRecord.key',
    pattern: 'text',
    limit: 'int8',
  },
  gives: [ANSWER, OUTCOME],
  text: ({ p, scope }) => `
    select ${ANSWER}, i.answer::text as outcome, coalesce(i.answer_body ~* ${p.pattern}::text, false)
        or coalesce(i.answer::text ~* ${p.pattern}::text, false) as "mayHold"
      from idempotency_record i
     where i.organization_id = ${p.organizationId} and ${scope('i.organization_id')}
       and (i.operation, i.key) > (${p.afterOperation}::text, ${p.afterKey}::text)
     order by i.operation, i.key limit ${p.limit}`,
});

const rewriteAnswer = statement({
  name: 'erasure.rewrite_answer',
  takes: {
    organizationId: 'Organization.id',
    operation: 'IdempotencyRecord.operation',
    key: 'IdempotencyRecord.key',
    outcome: 'jsonb?',
    answerBody: 'IdempotencyRecord.answerBody',
  },
  text: ({ p, scope }) => `
    update idempotency_record set answer = ${p.outcome}::jsonb, answer_body = ${p.answerBody}::text
     where organization_id = ${p.organizationId} and operation = ${p.operation} and key = ${p.key}
       and ${scope('organization_id')}`,
});

/**
 * The keys stay, or what they stand for could be posted twice; of what is answered under them the texts go that name the person, in
 * answers that are about the person or an account of theirs.
 */
export const eraseAnswers: ErasureStep = async (tx, { principal, organizationId, terms }, after) => {
  const pattern = patternOf(terms.texts);
  if (pattern === undefined) return { counts: {}, after: null };
  const [afterOperation = '', afterKey = ''] = after === '' ? [] : (JSON.parse(after) as string[]);
  const limit = AT_A_TIME;
  const found = await tx.many(principal, nextAnswers, { organizationId, afterOperation, afterKey, pattern, limit });
  const ids = [...terms.accountIds, ...(terms.personId === null ? [] : [terms.personId])];
  const isMeant = expressionOf(pattern);
  const erase = (text: string) => (isMeant.test(text) ? ERASED_TEXT : text);
  let erased = 0;
  for (const { operation, key, outcome, answerBody, mayHold } of found) {
    if (!mayHold || !ids.some((id) => outcome?.includes(id) || answerBody?.includes(id))) continue;
    erased += 1;
    await tx.many(principal, rewriteAnswer, {
      organizationId,
      operation,
      key,
      outcome: outcome === null ? null : JSON.stringify(withStrings(JSON.parse(outcome), erase)),
      answerBody: answerBody === null ? null : rewritten(answerBody, erase),
    });
  }
  const last = found.length < AT_A_TIME ? undefined : found.at(-1);
  return {
    counts: { idempotency_record: erased },
    after: last === undefined ? null : JSON.stringify([last.operation, last.key]),
  };
};

function rewritten(body: string, erase: (text: string) => string): string {
  try {
    return JSON.stringify(withStrings(JSON.parse(body), erase));
  } catch {
    return body;
  }
}
