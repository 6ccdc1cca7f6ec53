import { randomUUID } from 'node:crypto';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { addDays, type IsoDate } from '../../core/time/dates.js';
import { rollForward } from '../../ledger/rules/business-day.js';
import { Api, type ApiAnswer } from './api.js';
import type { Ask } from './graph.js';
import type { Lender } from './lender.js';
import type { TestInstance } from './test-instance.js';
import { until } from './until.js';

/** A sandbox organization with its own ledger, as an integrator has one. */
export class SandboxHarness {
  readonly lender: Lender;
  readonly api: Api;
  /** The unversioned surface, for reports. */
  readonly reports: Api;

  private constructor(lender: Lender, api: Api, reports: Api) {
    this.lender = lender;
    this.api = api;
    this.reports = reports;
  }

  static async open(instance: TestInstance, admin: Ask, isSandbox = true): Promise<SandboxHarness> {
    const lender = await instance.lender(isSandbox ? 'Sandbox Lending' : 'Real Lending', { isSandbox });
    const added = await admin(`mutation { addLoanSystem(input: {
      code: "own-${newId().slice(-8)}", kind: "ledger", organizationId: "${lender.organizationId}" }) { problems } }`);
    if (added.json.data.addLoanSystem.problems.length > 0) throw new Error(added.text);
    const key = await createApiKey(instance.resources, {
      name: 'sandbox',
      organizationIds: [lender.organizationId],
      scopes: SCOPES,
      by: systemPrincipal('test'),
    });
    if (key.outcome !== 'created') throw new Error('no key');
    const api = await Api.exchange(instance.baseUrl, { prefix: key.key.prefix, plaintext: key.plaintext });
    return new SandboxHarness(lender, api, new Api(instance.baseUrl, key.plaintext));
  }

  post(path: string, body: unknown, key: string = randomUUID()): Promise<ApiAnswer> {
    return this.api.post(path, body, { 'idempotency-key': key });
  }

  /** The current day of its clock. */
  async today(): Promise<IsoDate> {
    return (await this.api.get('/v1/test-clock')).json.at;
  }

  advance(body: object, key: string = randomUUID()): Promise<ApiAnswer> {
    return this.post('/v1/test-clock/advance', body, key);
  }

  /** Waits until its clock is at rest; returns it. */
  async clockReady(): Promise<ApiAnswer['json']> {
    const resting = async () => {
      const { json } = await this.api.get('/v1/test-clock');
      return json.status === 'resting' && json;
    };
    return until(resting, 'the test clock is at rest', 60_000);
  }

  async advanced(body: object): Promise<ApiAnswer['json']> {
    const begun = await this.advance(body);
    if (begun.status !== 202) throw new Error(begun.text);
    return this.clockReady();
  }

  /**
   * A loan of 1,200.00 over a year, disbursed today, the first installment due in `dueInDays`, but after the business
   * day; charged off after 25 days past due.
   */
  async loan(dueInDays: number): Promise<string> {
    const today = await this.today();
    const [wanted, earliest] = [addDays(today, dueInDays), addDays(rollForward(today), 1)];
    const terms = { late_fee_cents: 1_500, late_fee_grace_days: 10, charge_off_at_days: 25 };
    const code = `p-${newId().slice(-8)}`;
    const product = await this.post('/v1/ledger/products', { code, name: 'Personal loan', ...terms });
    const booked = await this.post('/v1/ledger/loans', {
      loan_number: `SB-${newId().slice(-8)}`,
      product_id: product.json.id,
      borrowers: [{ role: 'primary', party_id: this.lender.personId }],
      originated_on: today,
      first_due_on: wanted > earliest ? wanted : earliest,
      original_principal_cents: 120_000,
      annual_rate: '12',
      term_months: 12,
    });
    if (booked.status !== 201) throw new Error(booked.text);
    const paidOut = await this.post(`/v1/ledger/loans/${booked.json.id}/disbursement`, {});
    if (paidOut.status !== 201) throw new Error(paidOut.text);
    return booked.json.id;
  }

  /** A monthly schedule that starts in so many days. */
  async schedule(accountId: string, inDays: number, token = 'pm_card_visa'): Promise<string> {
    const made = await this.reports.post('/autopay', {
      account_id: accountId,
      payment_method_id: await this.lender.paymentMethod({ processorToken: token }),
      amount_cents: 10_700,
      frequency_unit: 'month',
      frequency_interval: 1,
      start_date: addDays(await this.today(), inDays),
    });
    if (made.status !== 201) throw new Error(made.text);
    return made.json.id;
  }
}
