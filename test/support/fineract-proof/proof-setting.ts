import { systemClock } from '../../../core/time/clock.js';
import type { IsoDate } from '../../../core/time/dates.js';
import { addDays } from '../../../core/time/dates.js';
import { servicingDate } from '../../../core/time/servicing-day.js';
import { answerOf } from '../command.js';
import { KillableProduct } from '../killable-product.js';
import { CuttingProxy } from './cutting-proxy.js';
import type { TenantAddress, TestTenant } from './test-tenant.js';

/** The code of the loan system in Tributary. */
export const CODE = 'core';

export interface ProofLoan {
  readonly id: string;
  readonly account: string;
}

/** The product, the tenant, and the loans that the proof made there. */
export interface ProofSetting {
  readonly product: KillableProduct;
  readonly proxy: CuttingProxy;
  readonly tenant: TestTenant;
  /** For payments and reversals. */
  readonly loans: readonly ProofLoan[];
  /** Their interest grows daily. */
  readonly growing: readonly ProofLoan[];
  /** For what staff does at Fineract. */
  readonly forStaff: readonly ProofLoan[];
  runCommand(words: readonly string[]): Promise<any>;
  readonly say: (line: string) => void;
}

/** All loans of the proof. */
export function loansOf({ loans, growing, forStaff }: ProofSetting): readonly ProofLoan[] {
  return [...loans, ...growing, ...forStaff];
}

interface Setup {
  readonly databaseUrl: string;
  readonly address: TenantAddress;
  readonly tenant: TestTenant;
  readonly timeZone: string | undefined;
  /** Every name at Fineract begins with it. */
  readonly prefix: string;
  readonly settleAfterMs: number;
  readonly say: (line: string) => void;
}

const LOANS = { paid: 20, growing: 2, forStaff: 3 };
const PRINCIPAL_CENTS = 10_000_000;
/** Long enough ago that installments are due. */
const LENT_DAYS_AGO = 75;
const PASSWORD = 'LOAN_SYSTEM_SECRET_PROOF';

/** Makes products, a client and loans at Fineract, and adds it to a new product by its command line. */
export async function prepareProof(setup: Setup): Promise<ProofSetting> {
  const { databaseUrl, address, tenant, prefix } = setup;
  const made = await lendAt(tenant, prefix, addDays(servicingDate(systemClock.now()), -LENT_DAYS_AGO));
  const environment = {
    [PASSWORD]: address.password,
    RECONCILE_FIRST_DELAY_MS: '100',
    LOAN_SYSTEM_TIMEOUT_MS: '3000',
    LOAN_SYSTEM_BREAK_MS: '50',
    LOAN_SYSTEM_CHANGES_EVERY_SECONDS: '5',
    LOAN_SYSTEM_SETTLE_AFTER_MS: String(setup.settleAfterMs),
  };
  const product = await KillableProduct.open({ databaseUrl, environment });
  const proxy = await CuttingProxy.open(address.baseUrl);
  try {
    return await added(setup, product, proxy, made);
  } catch (error) {
    await product.close();
    await proxy.close();
    throw error;
  }
}

/** Adds the loan system, and finds the accounts of the loans. */
async function added(
  { address, tenant, timeZone, say }: Setup,
  product: KillableProduct,
  proxy: CuttingProxy,
  made: Awaited<ReturnType<typeof lendAt>>,
): Promise<ProofSetting> {
  const patient = { ...product.environment, LOAN_SYSTEM_TIMEOUT_MS: '30000' };
  const runCommand = (words: readonly string[]) => answerOf(words, patient);
  const settings = {
    username: address.username,
    tenant: address.tenant,
    ...(timeZone !== undefined && { 'time-zone': timeZone }),
  };
  await runCommand([
    ...['loan-systems', 'add', '--code', CODE, '--kind', 'fineract', '--base-url', proxy.baseUrl],
    ...['--organization', product.lender.organizationId, '--secret', `password-env=${PASSWORD}`],
    ...Object.entries(settings).flatMap(([name, value]) => ['--setting', `${name}=${value}`]),
  ]);
  await runCommand(['loan-systems', 'sync', CODE]);
  await product.resources.addedSystems.refresh();
  const { rows } = await product.sql.query('select id, external_id from account where loan_system_code = $1', [CODE]);
  const accounts = new Map(rows.map(({ id, external_id }) => [external_id, id]));
  const known = (ids: readonly string[]) =>
    ids.map((id) => {
      const account = accounts.get(id);
      if (account === undefined) throw new Error(`the sync has not read loan ${id}`);
      return { id, account };
    });
  const [loans, growing, forStaff] = [known(made.paid), known(made.growing), known(made.forStaff)];
  return { product, proxy, tenant, loans, growing, forStaff, runCommand, say };
}

async function lendAt(tenant: TestTenant, prefix: string, on: IsoDate) {
  const clientId = await tenant.makeClient(prefix, on);
  const products = {
    plain: await tenant.makeProduct(`${prefix} plain`, false),
    growing: await tenant.makeProduct(`${prefix} growing`, true),
  };
  let made = 0;
  const lend = async (count: number, isRecalculated: boolean) => {
    const ids: string[] = [];
    while (ids.length < count) {
      made += 1;
      const productId = isRecalculated ? products.growing : products.plain;
      const externalId = `${prefix}-${made}`;
      ids.push(
        await tenant.lend({ externalId, clientId, productId, isRecalculated, principalCents: PRINCIPAL_CENTS, on }),
      );
    }
    return ids;
  };
  const paid = await lend(LOANS.paid, false);
  const growing = await lend(LOANS.growing, true);
  return { paid, growing, forStaff: await lend(LOANS.forStaff, false) };
}
