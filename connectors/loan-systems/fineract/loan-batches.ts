import { z } from 'zod';
import type { ListedLoan } from '../../../loan-model/loan-source-types.js';
import type { LoanSetSource, Reached } from '../../../loan-model/port.js';
import { parseExactJson } from '../http/parse-exact-json.js';
import type { FineractContext } from './fineract-context.js';
import { loanDetail } from './response-schemas.js';

/** Loans in one request: with their histories, so that an answer has some megabytes at most. */
const LOANS_A_BATCH = 10;
const BATCHES_AT_ONCE = 8;

/** Refused as such; after any other answer, a later batch may work. */
const NOT_OFFERED: ReadonlySet<number> = new Set([400, 403, 404, 405, 501]);

const batchAnswer = z.array(z.object({ statusCode: z.unknown(), body: z.string().nullish() }));
const identified = z.object({ id: loanDetail.shape.id });

/**
 * Many loans in one call by Fineract's batch API, which executes the requests one after the other. Loans that it does not
 * return are read one by one, as are all of them where a server or its user does not have that API.
 *
 * @param wanted - what is read with each loan, and whether that includes its transactions.
 */
export function createLoanBatches(
  { api, code, logger }: Pick<FineractContext, 'api' | 'code' | 'logger'>,
  wanted: () => { readonly associations: string; readonly isWhole: boolean },
): LoanSetSource {
  let isOffered = true;

  async function batch(externalIds: readonly string[]): Promise<readonly ListedLoan[]> {
    const { associations, isWhole } = wanted();
    const requests = externalIds.map((externalId, index) => ({
      requestId: index + 1,
      relativeUrl: `loans/${encodeURIComponent(externalId)}?associations=${associations}`,
      method: 'GET',
      headers: [],
      body: '',
    }));
    const outcome = await api.batch(requests);
    if (outcome.kind !== 'answered') return [];
    const parsed = outcome.status === 200 ? batchAnswer.safeParse(outcome.body) : undefined;
    if (!parsed?.success) {
      isOffered = !NOT_OFFERED.has(outcome.status);
      logger.warn({ loan_system: code, status: outcome.status }, 'Fineract did not answer a batch of reads');
      return [];
    }
    return parsed.data.flatMap(({ body }) => listed(body, isWhole));
  }

  return {
    mostLoans: LOANS_A_BATCH * BATCHES_AT_ONCE,
    loans: async (externalIds): Promise<Reached<ReadonlyMap<string, ListedLoan>>> => {
      if (!isOffered) return { kind: 'unavailable' };
      const found = (await Promise.all(inBatches(externalIds).map(batch))).flat();
      return { kind: 'answered', value: new Map(found.map((one) => [one.externalId, one])) };
    },
  };
}

/** The loan in one answer of a batch. An error has no id. */
function listed(body: string | null | undefined, isWhole: boolean): readonly ListedLoan[] {
  try {
    const loan = parseExactJson(body ?? '');
    return [{ externalId: String(identified.parse(loan).id), content: { loan, isWhole } }];
  } catch {
    return [];
  }
}

const inBatch = z.object({ loan: loanDetail, isWhole: z.boolean() });

export function loanInBatch({ content }: ListedLoan): z.output<typeof inBatch> | undefined {
  const parsed = inBatch.safeParse(content);
  return parsed.success ? parsed.data : undefined;
}

function inBatches(externalIds: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(externalIds.length / LOANS_A_BATCH);
  return Array.from({ length: count }, (_, n) => externalIds.slice(n * LOANS_A_BATCH, (n + 1) * LOANS_A_BATCH));
}
