import { systemClock } from '../../../core/time/clock.js';
import { addDays } from '../../../core/time/dates.js';
import { servicingDate } from '../../../core/time/servicing-day.js';
import { type TenantAddress, TestTenant } from '../fineract-proof/test-tenant.js';
import { addedLoans, type ProofSystem } from './proof-system.js';

const PASSWORD = 'LOAN_SYSTEM_SECRET_PROOF';
const REPAYMENT = 2;

export interface RunningFineractOptions {
  readonly address: TenantAddress;
  /** The tenant's; default: the product's. */
  readonly timeZone: string | undefined;
}

/** A running Fineract at its address. It keeps the loans that the proof makes there. */
export function runningFineract({ address, timeZone }: RunningFineractOptions): ProofSystem {
  const tenant = new TestTenant(address);
  const prefix = `restore-${Date.now().toString(36)}`;
  return {
    name: 'fineract',
    isRemote: true,
    environment: { [PASSWORD]: address.password },
    async lend(instance, lender, principals) {
      const on = addDays(servicingDate(systemClock.now()), -1);
      const clientId = await tenant.makeClient(prefix, on);
      const productId = await tenant.makeProduct(prefix, false);
      const ids: string[] = [];
      for (const [n, principalCents] of principals.entries()) {
        const terms = { externalId: `${prefix}-${n}`, clientId, productId, isRecalculated: false, principalCents, on };
        ids.push(await tenant.lend(terms));
      }
      const settings = {
        username: address.username,
        tenant: address.tenant,
        ...(timeZone !== undefined && { 'time-zone': timeZone }),
      };
      const system = {
        kind: 'fineract',
        baseUrl: address.baseUrl,
        settings,
        secretEnv: { password: PASSWORD },
      } as const;
      return addedLoans(instance, lender, system, ids);
    },
    async postings(_, loans) {
      const found = [];
      for (const loan of loans) {
        const { transactions } = await tenant.loan(loan);
        for (const { type, cents, isReversed } of transactions)
          if (type === REPAYMENT) found.push({ loan, cents, isReversed });
      }
      return found;
    },
    close: async () => undefined,
  };
}
