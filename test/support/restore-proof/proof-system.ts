import type { RemoteKindName } from '../../../connectors/loan-systems/kinds.js';
import { addLoanSystem } from '../add-loan-system.js';
import type { Lender } from '../lender.js';
import { openStandIn, type RemoteStandIn } from '../remote-stand-ins.js';
import type { TestInstance } from '../test-instance.js';
import type { ProofLoan } from './planned-request.js';

export type SystemName = 'ledger' | RemoteKindName;

/** A payment in a loan system's own list. */
export interface Posting {
  readonly loan: string;
  readonly cents: number;
  readonly isReversed: boolean;
}

/** A loan system of the proof, remote or built in. */
export interface ProofSystem {
  readonly name: SystemName;
  /** Whether its postings are in another database, which the restore does not change. */
  readonly isRemote: boolean;
  readonly environment: Readonly<Record<string, string>>;
  /** Makes loans there, and finds their accounts in Tributary. */
  lend(instance: TestInstance, lender: Lender, principals: readonly number[]): Promise<readonly ProofLoan[]>;
  /** Every payment on these loans, as the system itself lists them. */
  postings(instance: TestInstance, loans: readonly string[]): Promise<readonly Posting[]>;
  close(): Promise<void>;
}

export const LEDGER: ProofSystem = {
  name: 'ledger',
  isRemote: false,
  environment: {},
  async lend(_, lender, principals) {
    const loans: ProofLoan[] = [];
    for (const principal of principals) {
      const account = await lender.ledgerAccount(principal);
      loans.push({ account, externalId: account });
    }
    return loans;
  },
  async postings({ resources }, loans) {
    const { rows } = await resources.pool.query(
      `select e.loan_id as loan, l.amount_cents::int as cents,
              exists (select from ledger_entry r
                       where r.organization_id = e.organization_id and r.reverses_reference = e.reference_number) as "isReversed"
         from ledger_entry e
         join ledger_line l on l.organization_id = e.organization_id and l.reference_number = e.reference_number
        where e.type = 'payment' and l.ledger_account = 'cash' and e.loan_id = any($1)`,
      [loans],
    );
    return rows;
  },
  close: async () => undefined,
};

export async function standInSystem(kind: RemoteKindName): Promise<ProofSystem> {
  const standIn = await openStandIn(kind, false);
  return {
    name: kind,
    isRemote: true,
    environment: standIn.environment,
    async lend(instance, lender, principals) {
      const ids = principals.map((principal) => standIn.makeLoan(principal));
      return addedLoans(instance, lender, standIn, ids);
    },
    postings: async (_, loans) =>
      loans.flatMap((loan) => standIn.postingsOf(loan).map((posting) => ({ loan, ...posting }))),
    close: () => standIn.close(),
  };
}

type Addable = Pick<RemoteStandIn, 'kind' | 'baseUrl' | 'settings' | 'secretEnv'>;

/** Adds a loan system under the name of its kind, reads it, and finds the accounts of these loans. */
export async function addedLoans(
  { resources }: TestInstance,
  { organizationId }: Lender,
  system: Addable,
  ids: readonly string[],
): Promise<readonly ProofLoan[]> {
  await addLoanSystem(resources, system, { code: system.kind, organizationId });
  const { rows } = await resources.pool.query(
    'select id, external_id from account where loan_system_code = $1 and external_id = any($2)',
    [system.kind, ids],
  );
  const accounts = new Map(rows.map(({ id, external_id }) => [external_id, id]));
  return ids.map((externalId) => {
    const account = accounts.get(externalId);
    if (account === undefined) throw new Error(`the sync has not read loan ${externalId} of ${system.kind}`);
    return { account, externalId };
  });
}
