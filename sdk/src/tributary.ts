import { settingsOf, type TributaryOptions } from './options.js';
import { Accounts } from './resources/accounts.js';
import { Autopay } from './resources/autopay.js';
import { AutopayRuns } from './resources/autopay-runs.js';
import { Boardings } from './resources/boardings.js';
import { Disputes } from './resources/disputes.js';
import { Events } from './resources/events.js';
import { Ledger } from './resources/ledger.js';
import { LedgerProducts } from './resources/ledger-products.js';
import { Organizations } from './resources/organizations.js';
import { PaymentBatches } from './resources/payment-batches.js';
import { PaymentMethods } from './resources/payment-methods.js';
import { Payments } from './resources/payments.js';
import { Persons } from './resources/persons.js';
import { Sandbox } from './resources/sandbox.js';
import { Secure } from './resources/secure.js';
import { TestClock } from './resources/test-clock.js';
import { Transactions } from './resources/transactions.js';
import { WebhookEndpoints } from './resources/webhook-endpoints.js';
import { Api } from './transport/api.js';

/**
 * A client of Tributary's API, for servers: a key does not belong in a browser. Create one and reuse it: it holds the
 * token.
 *
 * @example
 * const tributary = new Tributary({ baseUrl: 'https://api.example.com', apiKey });
 * const payment = await tributary.payments.recordAndWait(accountId, { amount_cents: 12_500, payment_method: 'cash'
 * });
 */
export class Tributary {
  readonly payments: Payments;
  readonly accounts: Accounts;
  readonly persons: Persons;
  readonly organizations: Organizations;
  readonly transactions: Transactions;
  readonly paymentMethods: PaymentMethods;
  readonly autopay: Autopay;
  readonly autopayRuns: AutopayRuns;
  readonly disputes: Disputes;
  readonly events: Events;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly ledger: Ledger;
  readonly ledgerProducts: LedgerProducts;
  readonly boardings: Boardings;
  readonly paymentBatches: PaymentBatches;
  readonly secure: Secure;
  readonly sandbox: Sandbox;
  readonly testClock: TestClock;

  /** @throws {TypeError} for invalid options. */
  constructor(options: TributaryOptions) {
    const api = new Api(settingsOf(options));
    this.payments = new Payments(api);
    this.accounts = new Accounts(api);
    this.persons = new Persons(api);
    this.organizations = new Organizations(api);
    this.transactions = new Transactions(api);
    this.paymentMethods = new PaymentMethods(api);
    this.autopay = new Autopay(api);
    this.autopayRuns = new AutopayRuns(api);
    this.disputes = new Disputes(api);
    this.events = new Events(api);
    this.webhookEndpoints = new WebhookEndpoints(api);
    this.ledger = new Ledger(api);
    this.ledgerProducts = new LedgerProducts(api);
    this.boardings = new Boardings(api);
    this.paymentBatches = new PaymentBatches(api);
    this.secure = new Secure(api);
    this.sandbox = new Sandbox(api);
    this.testClock = new TestClock(api);
  }
}
