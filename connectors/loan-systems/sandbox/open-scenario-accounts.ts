import { ownText } from '../../../core/contract/stored-text.js';
import type { Transaction } from '../../../core/db/database.js';
import { newId } from '../../../core/ids/ids.js';
import { limitToOrganization, systemPrincipal } from '../../../core/principal/principal.js';
import type { IsoDate, IsoInstant } from '../../../core/time/dates.js';
import { SANDBOX_CODE } from './sandbox.js';
import { SCENARIO_CODES, type ScenarioCode } from './scenarios.js';

const OPENER = systemPrincipal('sandbox-accounts');

/** The sandbox's own id of a scenario's loan. */
export const loanIdOf = (scenario: ScenarioCode): string => scenario.toLowerCase();

/** Enough for many test payments, and little compared with the loans of demo data. */
const PAYOFF_CENTS = 2_500_000n;

const BORROWER = { displayName: ownText('Sandra Box'), email: ownText('sandra.box@example.com') };
const HOME = {
  line1: ownText('100 Test Street'),
  city: ownText('Dayton'),
  state: ownText('OH'),
  postalCode: ownText('45402'),
};

export interface ScenarioAccounts {
  /** Account ids by scenario. */
  readonly accounts: Readonly<Record<string, string>>;
  /** Those that did not exist before. */
  readonly opened: readonly ScenarioCode[];
  /** Their borrower. */
  readonly owner: { readonly id: string; readonly displayName: string };
}

interface Opening {
  readonly organizationId: string;
  readonly openedAt: IsoInstant;
  /** The same as a date of its business day. */
  readonly openedOn: IsoDate;
}

/**
 * Opens one account for each scenario, all for one borrower, inside the caller's transaction; existing accounts stay as
 * they are. The caller prevents concurrent calls: it has just created the organization, or holds its lock.
 */
export async function openScenarioAccounts(tx: Transaction, opening: Opening): Promise<ScenarioAccounts> {
  const there = await scenarioAccounts(tx, opening.organizationId);
  const missing = SCENARIO_CODES.filter((scenario) => !there.has(scenario));
  const made = missing.map((scenario) => ({ scenario, id: newId() }));
  const borrower = await borrowerOf(tx, opening.organizationId, there);
  const owner = borrower ?? { id: newId(), displayName: BORROWER.displayName };
  if (made.length > 0) {
    if (borrower === undefined) await writeBorrower(tx, opening, owner.id);
    await writeAccounts(tx, opening, owner.id, made);
  }
  const ids = new Map([...there].map(([scenario, { id }]) => [scenario, id]));
  for (const { scenario, id } of made) ids.set(scenario, id);
  const accounts = Object.fromEntries(SCENARIO_CODES.map((scenario) => [scenario, ids.get(scenario) ?? '']));
  return { accounts, opened: missing, owner };
}

type Known = ReadonlyMap<ScenarioCode, { readonly id: string; readonly primaryBorrowerPartyId: string }>;

/**
 * Found by the loan's id, which is unique in an organization: another loan may have the same contract number and behave
 * differently.
 */
async function scenarioAccounts(tx: Transaction, organizationId: string): Promise<Known> {
  const found = await tx.models(limitToOrganization(OPENER, organizationId)).account.findMany({
    select: { id: true, externalId: true, primaryBorrowerPartyId: true },
    where: { organizationId, loanSystemCode: SANDBOX_CODE, externalId: { in: SCENARIO_CODES.map(loanIdOf) } },
  });
  const byLoan = new Map(found.map((account) => [account.externalId, account]));
  return new Map(
    SCENARIO_CODES.flatMap((scenario) => {
      const account = byLoan.get(loanIdOf(scenario));
      return account === undefined ? [] : [[scenario, account] as const];
    }),
  );
}

/** The borrower of the existing accounts; no new account is opened for an erased person. */
async function borrowerOf(tx: Transaction, organizationId: string, there: Known) {
  const ids = [...there.values()].map(({ primaryBorrowerPartyId }) => primaryBorrowerPartyId);
  const [borrower] = await tx.models(limitToOrganization(OPENER, organizationId)).person.findMany({
    select: { id: true, displayName: true },
    where: { organizationId, id: { in: ids }, erasedAt: null },
    orderBy: { id: 'asc' },
    take: 1,
  });
  return borrower;
}

async function writeBorrower(tx: Transaction, { organizationId, openedAt }: Opening, id: string): Promise<void> {
  const models = tx.models(limitToOrganization(OPENER, organizationId));
  const scoped = { organizationId, createdAt: new Date(openedAt) };
  await models.person.createMany({ data: [{ id, ...scoped, ...BORROWER }] });
  await models.personAddress.createMany({ data: [{ id: newId(), ...scoped, personId: id, ...HOME }] });
}

async function writeAccounts(
  tx: Transaction,
  { organizationId, openedAt, openedOn }: Opening,
  ownerId: string,
  made: readonly { readonly scenario: ScenarioCode; readonly id: string }[],
): Promise<void> {
  await tx.models(OPENER).loanSystem.createMany({
    data: [{ code: SANDBOX_CODE, kind: SANDBOX_CODE }],
    skipDuplicates: true,
  });
  const models = tx.models(limitToOrganization(OPENER, organizationId));
  const asOf = new Date(openedOn);
  const loans = made.map(({ scenario, id }) => ({
    ...{ id, scenario, loanId: loanIdOf(scenario) },
    status: scenario === 'SBX-NOT-PAYABLE' ? ('closed' as const) : ('active' as const),
  }));
  await models.sandboxLoan.createMany({
    data: loans.map(({ loanId: id, scenario, status }) => {
      return { id, organizationId, scenario, status, payoffCents: PAYOFF_CENTS };
    }),
  });
  await models.account.createMany({
    data: loans.map(({ id, loanId, scenario, status }) => ({
      ...{ id, organizationId, loanSystemCode: SANDBOX_CODE, externalId: loanId, primaryBorrowerPartyId: ownerId },
      ...{
        externalContractNumber: ownText(scenario),
        externalAccountNumber: ownText(loanId),
        currentBalanceCents: PAYOFF_CENTS,
        pastDueCents: 0n,
      },
      ...{ statusCode: status, originatedOn: asOf, createdAt: new Date(openedAt) },
    })),
  });
  await models.pastDueSnapshot.createMany({
    data: loans.map(({ id: accountId, status: statusCode }) => {
      return { organizationId, accountId, asOf, statusCode, balanceCents: PAYOFF_CENTS, pastDueCents: 0n };
    }),
  });
  await models.accountBorrower.createMany({
    data: loans.map(({ id: accountId }) => ({ organizationId, accountId, personId: ownerId, role: 'primary' })),
  });
}
