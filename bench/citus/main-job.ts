import { randomUUID } from 'node:crypto';
import { REPORTS } from '../../subgraphs/reporting/reports/reports.js';
import { Api, type ApiAnswer } from '../../test/support/api.js';
import type { KillableProduct } from '../../test/support/killable-product.js';
import { openLender } from '../../test/support/lender.js';

/** A step, and whether its result matches the contract. */
export interface Step {
  readonly name: string;
  /** Empty if it did; otherwise the actual response. */
  readonly wrong: string;
}

/** Records payments on both built-in systems, replays, reads, lists and reverses them, and reads each report. */
export async function mainJob(product: KillableProduct): Promise<readonly Step[]> {
  const baseUrl = await product.baseUrl();
  const steps: Step[] = [];
  const expect = (
    name: string,
    answer: ApiAnswer,
    status: number,
    isRight: (answer: ApiAnswer) => boolean = () => true,
  ) => {
    const wrong = answer.status === status && isRight(answer) ? '' : `${answer.status} ${answer.text.slice(0, 200)}`;
    steps.push({ name, wrong });
    return answer;
  };
  const lender = await openLender(product.resources, baseUrl, 'Main Job Lending');
  const key = await lender.key();
  const api = await Api.exchange(baseUrl, key);
  for (const [system, accountId] of [
    ['ledger', await lender.ledgerAccount()],
    ['sandbox', await lender.sandboxAccount('SBX-POSTS')],
  ] as const) {
    const once = randomUUID();
    const recorded = expect(`${system}: record`, await api.record(accountId, {}, once), 201, isPosted);
    const again = await api.record(accountId, {}, once);
    expect(`${system}: replay`, again, 201, ({ text }) => text === recorded.text);
    const id = recorded.json?.payment_id;
    expect(`${system}: another amount under the same key`, await api.record(accountId, { amount_cents: 7 }, once), 409);
    expect(`${system}: read`, await api.get(`/v1/payments/${id}`), 200);
    const listed = await api.get(`/v1/accounts/${accountId}/payments`);
    expect(`${system}: list`, listed, 200, ({ text }) => text.includes(id));
    expect(`${system}: reverse`, await api.reverse(id), 201);
    expect(`${system}: reverse again`, await api.reverse(id), 409);
    expect(`${system}: read the reversed payment`, await api.settled(id, 'reversed'), 200);
  }
  const reader = new Api(baseUrl, key.plaintext);
  for (const { code } of REPORTS) expect(`report ${code}`, await reader.get(`/reports/${code}`), 200);
  return steps;
}

function isPosted({ json }: ApiAnswer): boolean {
  return json?.status === 'posted';
}
