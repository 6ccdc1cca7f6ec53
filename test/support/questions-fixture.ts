import { addOperator } from '../../core/auth/operators/administration.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { type DemoInstance, openDemoInstance } from './demo-instance.js';
import { failedEndpoint } from './failed-endpoint.js';
import { graphClient, RECORD } from './graph.js';

/** A loan that autopay charges, with a payment of today that has a reference. */
export type QuestionLoan = Readonly<Record<'id' | 'number' | 'name' | 'reference', string>>;

export interface QuestionsFixture {
  readonly demo: DemoInstance;
  readonly origin: string;
  readonly loan: QuestionLoan;
}

/** The demo, with data for every question. */
export async function openQuestionsFixture(): Promise<QuestionsFixture> {
  const demo = await openDemoInstance(
    { RATE_LIMIT_API_PER_MINUTE: '100000', RATE_LIMIT_API_BURST: '100000' },
    { isDemo: true, areDaysClosed: true },
  );
  const { pool } = demo.instance.resources;
  await failedEndpoint(pool, demo.organizationIds[0] ?? '');
  const { rows } = await pool.query<{ id: string; number: string; name: string }>(`
    select a.id, a.external_contract_number as number, b.display_name as name
      from account a join person b on b.id = a.primary_borrower_party_id
      join autopay_schedule s on s.account_id = a.id and s.status = 'active'
     where a.loan_system_code = 'ledger' and a.status_code = 'active' order by a.id limit 1`);
  const [found] = rows;
  if (found === undefined) throw new Error('the demo has such a loan');
  const loan = { ...found, reference: 'till-7-00042' };
  // All the demo's payments are settled, and none is from today.
  await pool.query(`update collected_payment set status = 'pending_confirmation'
    where id = (select id from collected_payment order by status = 'posted' desc, id desc limit 1)`);
  const ask = graphClient(demo.instance.graphqlUrl, (await demo.api(demo.organizationIds)).token);
  const input = { amountCents: 4_321, paymentMethod: 'cash', externalReference: loan.reference };
  const { json } = await ask(RECORD, { accountId: loan.id, key: 'of today', input });
  if (json.errors !== undefined) throw new Error(`not recorded: ${JSON.stringify(json.errors)}`);
  await addOperator(demo.instance.resources, systemPrincipal('questions'), {
    ...{ name: 'Maya Lindqvist', email: 'maya@lender.example', role: 'agent' },
  });
  await pool.query("update email_template set html_template = '<p>Hello {{ first_name }}</p>'");
  return { demo, origin: new URL(demo.instance.graphqlUrl).origin, loan };
}
