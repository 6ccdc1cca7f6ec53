import { Api, type ApiAnswer } from '../api.js';
import { type Ask, graphClient, RECORD } from '../graph.js';
import { mapConcurrently } from '../map-concurrently.js';
import type { TestInstance } from '../test-instance.js';
import { until } from '../until.js';
import type { PlannedPayment } from './planned-request.js';

/** What a client knows of a payment after its request. */
export interface Answered {
  readonly id: string;
  /** `posted`, `reversed`, or the code of a refusal. */
  readonly outcome: string;
}

const WITHIN_MS = 120_000;
const UNKNOWN = new Set(['posting_unavailable', 'pending_confirmation', 'idempotency_in_progress']);

/** The lender's clients: each sends the requests of one loan one after the other. */
export class ProofClient {
  readonly api: Api;
  readonly #graph: Ask;
  readonly #atATime: number;

  private constructor(api: Api, graph: Ask, atATime: number) {
    [this.api, this.#graph, this.#atATime] = [api, graph, atATime];
  }

  static async open(
    { baseUrl, graphqlUrl }: TestInstance,
    key: { readonly prefix: string; readonly plaintext: string },
    atATime: number,
  ): Promise<ProofClient> {
    return new ProofClient(await Api.exchange(baseUrl, key), graphClient(graphqlUrl, key.plaintext), atATime);
  }

  /** Asks what a loan owes today. */
  async quote({ loan }: PlannedPayment): Promise<number> {
    const answer = await this.#untilKnown(async () =>
      answeredByRest(await this.api.get(`/v1/accounts/${loan.account}/payoff`)),
    );
    return answer.json.amount_cents;
  }

  /** Sends each payment until its outcome is known. */
  async pay(
    payments: readonly PlannedPayment[],
    then: (payment: PlannedPayment, answer: Answered) => void,
  ): Promise<void> {
    await this.#perLoan(payments, async (payment) => {
      const { json, ...answered } = await this.#untilKnown(() => this.#record(payment));
      then(payment, answered);
    });
  }

  /** Sends the reversal of each payment, under the id that the client knows for it now. */
  async reverse(
    payments: readonly PlannedPayment[],
    then: (payment: PlannedPayment, answer: Answered) => void,
  ): Promise<void> {
    await this.#perLoan(payments, async (payment) => {
      const { json, ...answered } = await this.#untilKnown(async () =>
        answeredByRest(await this.api.reverse(payment.id, {}, `reversal of ${payment.key}`)),
      );
      then(payment, answered);
    });
  }

  async #record({ kind, loan, amount, key }: PlannedPayment) {
    if (kind !== 'GraphQL') return answeredByRest(await this.api.record(loan.account, { amount_cents: amount }, key));
    const input = { amountCents: amount, paymentMethod: 'cash' };
    return answeredByGraph(await this.#graph(RECORD, { accountId: loan.account, key, input }));
  }

  /** A client sends the same request again until it knows the outcome. */
  #untilKnown(send: () => Promise<Reading>): Promise<Reading> {
    const isKnown = async () => {
      const reading = await send();
      return !UNKNOWN.has(reading.outcome) && reading;
    };
    return until(isKnown, 'the outcome of a request is known', WITHIN_MS);
  }

  async #perLoan(payments: readonly PlannedPayment[], work: (payment: PlannedPayment) => Promise<void>): Promise<void> {
    const loans = new Map<string, PlannedPayment[]>();
    for (const payment of payments) {
      const others = loans.get(payment.loan.account);
      if (others === undefined) loans.set(payment.loan.account, [payment]);
      else others.push(payment);
    }
    await mapConcurrently([...loans.values()], this.#atATime, async (own) => {
      for (const payment of own) await work(payment);
    });
  }
}

interface Reading extends Answered {
  readonly json: any;
}

function answeredByRest({ json }: ApiAnswer): Reading {
  return { id: json.payment_id ?? '', outcome: json.detail?.error_code ?? json.status, json };
}

function answeredByGraph({ json }: ApiAnswer): Reading {
  const payment = json.data?.recordPayment?.payment;
  const refusal = json.errors?.[0]?.extensions?.code;
  return { id: payment?.id ?? '', outcome: String(refusal ?? payment?.status).toLowerCase(), json };
}
