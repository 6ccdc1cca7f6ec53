import type { Resources } from '../../cli/assembly/resources.js';
import { createLedger, LEDGER_CODE } from '../../connectors/loan-systems/ledger/ledger.js';
import { applyChange } from '../../connectors/loan-systems/projection/apply-change.js';
import { SANDBOX_CODE } from '../../connectors/loan-systems/sandbox/sandbox.js';
import type { ScenarioCode } from '../../connectors/loan-systems/sandbox/scenarios.js';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { systemPrincipal } from '../../core/auth/principal.js';
import { SCOPES } from '../../core/auth/scopes.js';
import type { IsoDate } from '../../core/dates.js';
import { createPrisma } from '../../core/db/prisma.js';
import { newId } from '../../core/ids.js';
import { cents } from '../../core/money.js';
import { Api } from './api.js';

const FIXTURES = systemPrincipal('fixtures');

/** An organization of a test: with a borrower, accounts when asked for, and keys. */
export interface Lender {
  readonly organizationId: string;
  readonly personId: string;
  /** A fresh loan on the ledger, disbursed today: its payoff is its principal. Answers the account's id. */
  ledgerAccount(principalCents?: number): Promise<string>;
  sandboxAccount(scenario: ScenarioCode, payoffCents?: number): Promise<string>;
  key(scopes?: readonly string[]): Promise<{ readonly prefix: string; readonly plaintext: string }>;
  /** A client that has exchanged a key with these scopes (all, by default) for a token. */
  api(scopes?: readonly string[]): Promise<Api>;
}

export async function openLender(resources: Resources, baseUrl: string, name: string): Promise<Lender> {
  const { db, clock, pool, logger } = resources;
  const prisma = createPrisma(pool, logger).scopedTo(FIXTURES);
  const organizationId = newId();
  const personId = newId();
  await prisma.organization.create({
    data: { id: organizationId, displayName: name, legalName: `${name} LLC`, dbaName: name },
  });
  await prisma.person.create({ data: { id: personId, organizationId, displayName: 'Ada Borrower' } });
  for (const code of [LEDGER_CODE, SANDBOX_CODE]) {
    await prisma.loanSystem.upsert({ where: { code }, create: { code, kind: code }, update: {} });
  }
  const ledger = createLedger({ db, clock });

  async function account(loanSystemCode: string, externalContractNumber: string, balance: number): Promise<string> {
    const id = newId();
    await prisma.account.create({
      data: {
        id,
        organizationId,
        loanSystemCode,
        externalId: id,
        primaryBorrowerPartyId: personId,
        externalContractNumber,
        currentBalanceCents: BigInt(balance),
        statusCode: 'active',
      },
    });
    return id;
  }

  const lender: Lender = {
    organizationId,
    personId,
    async ledgerAccount(principalCents = 1_000_000) {
      const id = await account(LEDGER_CODE, `LN-${newId()}`, principalCents);
      const reached = await ledger.businessDay();
      if (reached.kind === 'unavailable') throw new Error('the ledger is in this process');
      const loan = { organizationId, accountId: id, externalId: id };
      await db.transaction(async (tx) => {
        await ledger.operations.book(tx, { id, organizationId, ...terms(reached.value, principalCents) });
        const disbursed = await ledger.operations.disburse(tx, loan);
        if (disbursed.kind !== 'done') throw new Error(`not disbursed: ${disbursed.reason}`);
        await applyChange(tx, clock, disbursed.change);
      });
      return id;
    },
    async sandboxAccount(scenario, payoffCents = 100_000_000) {
      const id = await account(SANDBOX_CODE, scenario, payoffCents);
      await prisma.sandboxLoan.create({
        data: { id, organizationId, scenario, status: 'active', payoffCents: BigInt(payoffCents) },
      });
      return id;
    },
    async key(scopes = SCOPES) {
      const made = await createApiKey(
        { db, clock },
        { name: 'test', organizationIds: [organizationId], scopes, actor: 'test' },
      );
      if (made.outcome === 'refused') throw new Error(made.problems.join('; '));
      return { prefix: made.key.prefix, plaintext: made.plaintext };
    },
    api: async (scopes) => Api.exchange(baseUrl, await lender.key(scopes)),
  };
  return lender;
}

function terms(today: IsoDate, principalCents: number) {
  return {
    originatedOn: today,
    firstDueOn: today,
    originalPrincipalCents: cents(principalCents),
    annualRateBps: 1_800,
    termMonths: 24,
    scheduledPaymentCents: cents(Math.ceil(principalCents / 20)),
    nsfFeeCents: cents(2_500),
  };
}
