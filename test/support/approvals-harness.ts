import { randomUUID } from 'node:crypto';
import { ApprovedActWorker } from '../../core/approvals/approved-act-worker.js';
import type { Database } from '../../core/db/database.js';
import { actsWithLimits } from '../../runtime/assembly/acts-with-limits.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { type Ask, graphClient } from './graph.js';
import { operatorToken } from './operators.js';
import type { TestInstance } from './test-instance.js';

export type LimitedRole = 'agent' | 'supervisor' | 'admin';

const REQUEST = `id status act amountCents accountId paymentId reason isOwn mayDecide askedBy decidedBy decisionReason
  failureCode borrowers details { name value }`;

/** Operators' requests for a second person, over GraphQL. */
export class ApprovalsHarness {
  constructor(
    private readonly instance: TestInstance,
    readonly organizationId: string,
  ) {}

  /** An operator of the organization. */
  async as(subject: string, role: LimitedRole = 'supervisor'): Promise<Ask> {
    const request = { subject, role, organizationIds: [this.organizationId] } as const;
    return graphClient(this.instance.graphqlUrl, await operatorToken(this.instance.resources, request));
  }

  async limit(role: 'agent' | 'supervisor', act: string, amountCents: number | null): Promise<void> {
    const { json } = await (await this.as('root', 'admin'))(
      `mutation ($id: ID!, $input: ActLimitInput!) { setActLimit(organizationId: $id, input: $input) { amountCents } }`,
      { id: this.organizationId, input: { role, act, amountCents } },
    );
    if (json.errors) throw new Error(JSON.stringify(json.errors));
  }

  adjust(by: Ask, accountId: string, feesCents: number, key: string = randomUUID()) {
    return by(
      `mutation ($id: ID!, $key: String!, $input: LedgerAdjustmentInput!) {
        adjustLedgerLoan(accountId: $id, idempotencyKey: $key, input: $input) { replayed operation { recordedBy } } }`,
      { id: accountId, key, input: { feesCents, reason: 'agreed with the branch' } },
    );
  }

  /** Asks for an adjustment above the limit. Returns the request's id. */
  async ask(by: Ask, accountId: string, feesCents: number, key?: string): Promise<string> {
    const { json } = await this.adjust(by, accountId, feesCents, key);
    const { code, fields } = json.errors[0].extensions;
    if (code !== 'second_person_required') throw new Error(JSON.stringify(json.errors));
    return fields.approval_request_id;
  }

  approve = (by: Ask, id: string) => by(`mutation ($id: ID!) { approveRequest(id: $id) { ${REQUEST} } }`, { id });
  withdraw = (by: Ask, id: string) => by(`mutation ($id: ID!) { withdrawRequest(id: $id) { ${REQUEST} } }`, { id });
  reject = (by: Ask, id: string, reason = 'not agreed') =>
    by(`mutation ($id: ID!, $reason: String!) { rejectRequest(id: $id, reason: $reason) { ${REQUEST} } }`, {
      id,
      reason,
    });

  async read(by: Ask, id: string) {
    const { json } = await by(`query ($id: ID!) { approvalRequest(id: $id) { ${REQUEST} } }`, { id });
    return json.data?.approvalRequest;
  }

  /** A worker on this database. */
  worker(db: Database): ApprovedActWorker {
    const source = subgraphsSource({ ...this.instance.resources, db });
    return new ApprovedActWorker({ db, clock: source.clock, logger: source.logger, acts: actsWithLimits(source) });
  }

  /** Adjustments of a loan in the journal. */
  async adjustments(accountId: string): Promise<number> {
    const { rows } = await this.instance.resources.pool.query(
      `select count(*)::int as found from ledger_entry e join account a on a.external_id = e.loan_id
        where a.id = $1 and e.type = 'adjustment'`,
      [accountId],
    );
    return rows[0].found;
  }

  async audited(subject: string) {
    const { rows } = await this.instance.resources.pool.query(
      'select actor, action, before, after from audit_log where subject = $1 order by id',
      [subject],
    );
    return rows;
  }
}

/** The code of the first error. */
export function codeOf({ json }: Awaited<ReturnType<Ask>>): string | undefined {
  return json.errors?.[0]?.extensions.code;
}
