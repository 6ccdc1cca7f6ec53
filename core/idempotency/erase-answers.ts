import { columns, derived } from '../db/columns.js';
import { statement } from '../db/statement.js';
import { ERASED_TEXT } from '../erasure/erased-placeholders-and-digests.js';
import { expressionOf, mapStrings, patternOf } from '../erasure/erasure-search-terms.js';
import type { ErasureStep } from '../erasure/erasure-step.js';
import { withoutPersonalTexts } from './erase-stored-payment-method.js';

const AT_A_TIME = 2_000;

const ANSWER = columns('IdempotencyRecord', 'i', ['operation', 'key', 'answerBody']);
const OUTCOME = derived({ outcome: 'text?', mayHold: 'bool' });

/** The next stored answers of an organization, and whether each may hold the texts to erase. */
const nextAnswers = statement({
  name: 'erasure.answers',
  takes: {
    organizationId: 'Organization.id',
    afterOperation: 'IdempotencyRecord.operation',
    afterKey: 'IdempotencyRecord.key',
    pattern: 'text?',
    personId: 'text?',
    limit: 'int8',
  },
  gives: [ANSWER, OUTCOME],
  text: ({ p, scope }) => `
    select ${ANSWER}, i.answer::text as outcome, coalesce(i.answer_body ~* ${p.pattern}::text, false)
        or coalesce(i.answer::text ~* ${p.pattern}::text, false)
        or coalesce(position('"nickname"' in i.answer_body) > 0
             and position(${p.personId}::text in i.answer_body) > 0, false)
        or coalesce(position('"nickname"' in i.answer::text) > 0
             and position(${p.personId}::text in i.answer::text) > 0, false)
        as "mayHold"
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
 * Erases personal texts from stored answers. The keys stay, because without them a payment could be posted twice. In
 * answers about the person or one of their accounts, texts that name the person are erased. In answers with a payment
 * method of the person, nickname and holder are always erased, as in the payment method's row.
 */
export const eraseAnswers: ErasureStep = {
  name: 'answers',
  take: async (tx, { principal, organizationId, terms }, after) => {
    const { personId } = terms;
    const pattern = patternOf(terms.texts) ?? null;
    if (pattern === null && personId === null) return { counts: {}, after: null };
    const [afterOperation = '', afterKey = ''] = after === '' ? [] : (JSON.parse(after) as string[]);
    const limit = AT_A_TIME;
    const from = { organizationId, afterOperation, afterKey };
    const found = await tx.many(principal, nextAnswers, { ...from, pattern, personId, limit });
    const ids = [...terms.accountIds, ...(personId === null ? [] : [personId])];
    const isMeant = pattern === null ? undefined : expressionOf(pattern);
    const inText = (text: string) => (isMeant?.test(text) ? ERASED_TEXT : text);
    const erase: Erase = (value) => mapStrings(withoutPersonalTexts(value, personId), inText);
    let erased = 0;
    for (const { operation, key, outcome, answerBody, mayHold } of found) {
      if (!mayHold || !ids.some((id) => outcome?.includes(id) || answerBody?.includes(id))) continue;
      const after = { outcome: rewritten(outcome, erase), answerBody: rewritten(answerBody, erase) };
      if (after.outcome === rewritten(outcome, same) && after.answerBody === rewritten(answerBody, same)) continue;
      erased += 1;
      await tx.many(principal, rewriteAnswer, { organizationId, operation, key, ...after });
    }
    const last = found.length < AT_A_TIME ? undefined : found.at(-1);
    return {
      counts: { idempotency_record: erased },
      after: last === undefined ? null : JSON.stringify([last.operation, last.key]),
    };
  },
};

type Erase = (value: unknown) => unknown;

const same: Erase = (value) => value;

/** A text that is not JSON stays as it is. */
function rewritten(text: string | null, erase: Erase): string | null {
  if (text === null) return null;
  try {
    return JSON.stringify(erase(JSON.parse(text)));
  } catch {
    return text;
  }
}
