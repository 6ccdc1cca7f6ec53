import { createLedger } from '../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import { SANDBOX_CODE } from '../../connectors/loan-systems/sandbox/sandbox.js';
import type { ScenarioCode } from '../../connectors/loan-systems/sandbox/scenarios.js';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { ownText } from '../../core/contract/stored-text.js';
import { newId } from '../../core/ids/ids.js';
import { cents } from '../../core/money.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { addDays, type IsoDate } from '../../core/time/dates.js';
import { LEDGER_CODE } from '../../ledger/ledger-code.js';
import type { LoanTerms } from '../../ledger/loan.js';
import { openLedgerAccount } from '../../ledger/open-account.js';
import { applyChange } from '../../loan-model/projection/apply-change.js';
import type { Resources } from '../../runtime/assembly/resources.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { Api } from './api.js';

const FIXTURES = systemPrincipal('fixtures');

/**
 * Columns returned for a row with an enumeration: Citus cannot write a row whose returned columns need a cast, which
 * Prisma adds for enumerations.
 */
const ID = { id: true } as const;

/** A test's organization: a borrower, keys, and accounts on demand. */
export interface Lender {
  readonly organizationId: string;
  readonly personId: string;
  /**
   * A new ledger loan, disbursed today and first due tomorrow: its payoff is its principal. Returns the account's id.
   */
  ledgerAccount(principalCents?: number): Promise<string>;
  sandboxAccount(scenario: ScenarioCode, payoffCents?: number): Promise<string>;
  /** Another person of the organization, without a loan. */
  person(displayName: string): Promise<string>;
  /** Makes a person a co-borrower on an account. */
  coBorrower(accountId: string, personId: string): Promise<void>;
  /** A stored card of the lender's borrower that the sandbox processor charges; every field can be overridden. */
  paymentMethod(fields?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Its own empty workspace. Returns the workspace's id. */
  workspace(): Promise<string>;
  key(scopes?: readonly string[]): Promise<{ readonly prefix: string; readonly plaintext: string }>;
  /** A client with a token, exchanged for a key with these scopes (default: all). */
  api(scopes?: readonly string[]): Promise<Api>;
}

export async function openLender(
  resources: Resources,
  baseUrl: string,
  name: string,
  { isSandbox = false }: { readonly isSandbox?: boolean } = {},
): Promise<Lender> {
  const { db, clock } = resources;
  const prisma = db.models(FIXTURES);
  const organizationId = newId();
  const personId = newId();
  await prisma.organization.create({
    data: {
      id: organizationId,
      displayName: ownText(name),
      legalName: ownText(`${name} LLC`),
      dbaName: ownText(name),
      isSandbox,
    },
  });
  if (isSandbox) await prisma.testClock.create({ select: { organizationId: true }, data: { organizationId } });
  await prisma.person.create({ data: { id: personId, organizationId, displayName: ownText('Ada Borrower') } });
  for (const code of [LEDGER_CODE, SANDBOX_CODE]) {
    await prisma.loanSystem.upsert({ where: { code }, create: { code, kind: code }, update: {} });
  }
  const ledger = createLedger({ db, clock, endSchedules });

  async function account(loanSystemCode: string, externalContractNumber: string, balance: number): Promise<string> {
    const id = newId();
    await prisma.account.create({
      data: {
        id,
        organizationId,
        loanSystemCode,
        externalId: id,
        primaryBorrowerPartyId: personId,
        externalContractNumber: ownText(externalContractNumber),
        currentBalanceCents: BigInt(balance),
        statusCode: 'active',
      },
      select: ID,
    });
    await prisma.accountBorrower.create({ data: { organizationId, accountId: id, personId, role: 'primary' } });
    return id;
  }

  const lender: Lender = {
    organizationId,
    personId,
    async ledgerAccount(principalCents = 1_000_000) {
      const reached = await ledger.businessDay();
      if (reached.kind === 'unavailable') throw new Error('the ledger is in this process');
      const agreed = terms(reached.value, principalCents);
      const id = newId();
      const loan = { organizationId, accountId: id, externalId: id };
      await db.transaction(async (tx) => {
        await openLedgerAccount(tx, {
          accountId: id,
          loanSystemCode: LEDGER_CODE,
          loan: { ...agreed, id, organizationId },
          borrowers: [{ personId, role: 'primary' }],
          externalContractNumber: ownText(`LN-${newId()}`),
          bookedOn: agreed.originatedOn,
        });
        const disbursed = await ledger.operations.disburse(tx, loan);
        if (disbursed.kind !== 'done') throw new Error(`not disbursed: ${disbursed.reason}`);
        await applyChange(tx, { clock, endSchedules }, disbursed.change);
      });
      return id;
    },
    async sandboxAccount(scenario, payoffCents = 100_000_000) {
      const id = await account(SANDBOX_CODE, scenario, payoffCents);
      await prisma.sandboxLoan.create({
        data: { id, organizationId, scenario, status: 'active', payoffCents: BigInt(payoffCents) },
        select: ID,
      });
      return id;
    },
    async person(displayName) {
      const id = newId();
      await prisma.person.create({ data: { id, organizationId, displayName: ownText(displayName) } });
      return id;
    },
    async coBorrower(accountId, coBorrowerId) {
      const data = { organizationId, accountId, personId: coBorrowerId, role: 'co_borrower' };
      await prisma.accountBorrower.create({ data });
    },
    async paymentMethod(fields = {}) {
      const id = newId();
      const data = { id, organizationId, partyId: personId, ...CARD, ...fields };
      await prisma.paymentMethod.create({ data, select: ID });
      return id;
    },
    async workspace() {
      const id = newId();
      await prisma.workspace.create({ data: { id, organizationId, name: ownText('Servicing mail') } });
      return id;
    },
    async key(scopes = SCOPES) {
      const made = await createApiKey(
        { db, clock },
        { name: 'test', organizationIds: [organizationId], scopes, by: systemPrincipal('test') },
      );
      if (made.outcome === 'refused') throw new Error(made.problems.join('; '));
      return { prefix: made.key.prefix, plaintext: made.plaintext };
    },
    api: async (scopes) => Api.exchange(baseUrl, await lender.key(scopes)),
  };
  return lender;
}

/** The card that always succeeds. */
const CARD = {
  instrumentType: 'card',
  nickname: null,
  holderName: ownText('Ada Borrower'),
  lastFour: '4242',
  cardBrand: 'visa',
  expirationMonth: 12,
  expirationYear: 2035,
  processor: 'sandbox',
  processorToken: 'pm_card_visa',
} as const;

function terms(today: IsoDate, principalCents: number): LoanTerms {
  return {
    originatedOn: today,
    // A loan is disbursed before its first due date.
    firstDueOn: addDays(today, 1),
    originalPrincipalCents: cents(principalCents),
    annualRateBps: 1_800,
    termMonths: 24,
    scheduledPaymentCents: cents(Math.ceil(principalCents / 20)),
    nsfFeeCents: cents(2_500),
  };
}
