import { setTimeout as sleep } from 'node:timers/promises';
import { SANDBOX_CODE } from '../../connectors/loan-systems/sandbox/sandbox.js';
import type { ScenarioCode } from '../../connectors/loan-systems/sandbox/scenarios.js';
import { systemClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import { type NewAutopaySchedule, type Tributary, TributaryError } from '../../sdk/src/index.js';
import { CommandError } from '../command-error.js';
import { plain } from './terminal-safe-text.js';

const AMOUNT = { amount_cents: 100 } as const;
const CHECK_EVERY_MS = 500;

interface Dates {
  readonly inDays: number;
  readonly every?: 'day' | 'month';
  readonly isOnce?: true;
}

/** Performs an integrator's actions on a sandbox account through the API, so that all their usual effects follow. */
export class Sandbox {
  readonly #tributary: Tributary;
  readonly #accountId: string;
  /** What was created and is still in force, oldest first. */
  readonly #made: (() => Promise<void>)[] = [];

  /** @throws {CommandError} for an account that is not a sandbox account, or has another behavior. */
  static async at(tributary: Tributary, behaves: ScenarioCode, accountId: string | undefined): Promise<Sandbox> {
    return new Sandbox(tributary, await accountOf(tributary, behaves, accountId));
  }

  private constructor(tributary: Tributary, accountId: string) {
    this.#tributary = tributary;
    this.#accountId = accountId;
  }

  async pay(): Promise<string> {
    const { payment_id } = await this.#tributary.payments.record(this.#accountId, {
      ...AMOUNT,
      payment_method: 'cash',
    });
    return payment_id;
  }

  async reverse(paymentId: string): Promise<string> {
    await this.#tributary.payments.reverse(paymentId, { reason: 'tributary trigger' });
    return paymentId;
  }

  async reverseInVain(paymentId: string): Promise<string> {
    try {
      return await this.reverse(paymentId);
    } catch (error) {
      if (error instanceof TributaryError && error.code === 'servicing_rejected') return paymentId;
      throw error;
    }
  }

  async card(number: string): Promise<string> {
    const { id } = await this.#tributary.secure.captureCard({
      account_id: this.#accountId,
      cardholder_name: 'Tributary Trigger',
      card: { number, expiration_month: 12, expiration_year: Number(today().slice(0, 4)) + 3, cvc: '123' },
      billing_address: { line1: '1 Main St', city: 'Springfield', state: 'IL', postal_code: '62701' },
    });
    this.#made.push(() => this.#tributary.paymentMethods.deactivate(id));
    return id;
  }

  async rename(paymentMethodId: string): Promise<string> {
    await this.#tributary.paymentMethods.update(paymentMethodId, { nickname: 'tributary trigger' });
    return paymentMethodId;
  }

  async deactivate(paymentMethodId: string): Promise<string> {
    await this.#tributary.paymentMethods.deactivate(paymentMethodId);
    return paymentMethodId;
  }

  async schedule(card: string, { inDays, every = 'month', isOnce }: Dates): Promise<string> {
    const start_date = addDays(today(), inDays);
    const schedule: NewAutopaySchedule = {
      ...{ account_id: this.#accountId, payment_method_id: await this.card(card), ...AMOUNT },
      ...{ frequency_unit: every, frequency_interval: 1, start_date },
      ...(isOnce && { end_date: start_date }),
    };
    const { id } = await this.#tributary.autopay.create(schedule);
    this.#made.push(() => this.#tributary.autopay.cancel(id));
    return id;
  }

  async pause(scheduleId: string): Promise<string> {
    await this.#tributary.autopay.update(scheduleId, { status: 'paused' });
    return scheduleId;
  }

  async cancel(scheduleId: string): Promise<string> {
    await this.#tributary.autopay.cancel(scheduleId);
    return scheduleId;
  }

  /** Waits until a worker has started the run. */
  async firstRun(scheduleId: string): Promise<string> {
    for (;;) {
      for await (const { id } of this.#tributary.autopay.runs(scheduleId)) return id;
      await sleep(CHECK_EVERY_MS);
    }
  }

  /** Cancels its schedules and deactivates its cards. @returns the refusals: those objects stay as they are. */
  async putAway(): Promise<readonly TributaryError[]> {
    const left: TributaryError[] = [];
    for (const undo of this.#made.splice(0).toReversed()) {
      await undo().catch((error: unknown) => {
        if (!(error instanceof TributaryError)) throw error;
        // The schedule has already ended by itself.
        if (error.code !== 'autopay_schedule_expired') left.push(error);
      });
    }
    return left;
  }
}

async function accountOf(tributary: Tributary, behaves: ScenarioCode, given: string | undefined): Promise<string> {
  if (given !== undefined) {
    const { id, loan_system_code, external_contract_number } = await tributary.accounts.get(given);
    if (loan_system_code !== SANDBOX_CODE)
      throw new CommandError(
        `${given} is a real account, in the loan system ${plain(loan_system_code)}: only sandbox accounts can be triggered`,
      );
    if (external_contract_number === behaves) return id;
    throw new CommandError(
      `this needs the sandbox account ${behaves}; ${given} is ${plain(external_contract_number ?? 'another')}`,
    );
  }
  for await (const { id } of tributary.accounts.list({ external_contract_number: behaves })) {
    // Any lender may use this loan number.
    if ((await tributary.accounts.get(id)).loan_system_code === SANDBOX_CODE) return id;
  }
  throw new CommandError(
    `the key reaches no sandbox account ${behaves}: demo data and sandbox organizations have them, and only sandbox accounts can be triggered`,
  );
}

function today() {
  return servicingDate(systemClock.now());
}
