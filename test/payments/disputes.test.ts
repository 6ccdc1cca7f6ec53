import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../core/time/dates.js';
import { type Charged, DisputeHarness } from '../support/dispute-harness.js';

let harness: DisputeHarness;
beforeAll(async () => {
  harness = await DisputeHarness.open();
});
afterAll(() => harness.close());

describe.each(['SBX-POSTS', 'ledger'] as const)('a charge posted on %s', (scenario) => {
  it('disputed and lost: its posting is reversed, once, and stays reversed', async () => {
    const run = await harness.charged(scenario);
    const dispute = harness.returns.dispute(run.charge);
    await harness.deliverEvent('charge.dispute.created', dispute);
    await harness.deliverEvent('charge.dispute.funds_withdrawn', dispute);
    expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
    dispute.status = 'lost';
    await harness.deliverEvent('charge.dispute.closed', dispute);
    expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
    expect(await harness.disputes(run)).toEqual(['lost']);
    const told = ['autopay_run.posted', 'dispute.opened', 'autopay_run.reversed', 'dispute.lost'];
    expect(await harness.eventTypes(run)).toEqual(told);
    expect(await harness.exceptions(run)).toEqual(['dispute_evidence_due']);
  });

  it('disputed and won: it is posted again, once', async () => {
    const run = await harness.charged(scenario);
    const dispute = harness.returns.dispute(run.charge);
    await harness.deliverEvent('charge.dispute.created', dispute);
    harness.returns.win(dispute);
    await harness.deliverEvent('charge.dispute.funds_reinstated', dispute);
    await harness.deliverEvent('charge.dispute.closed', dispute);
    expect(await harness.runAndPostings(run)).toEqual({ status: 'posted', books: ['+10000', '-10000', '+10000'] });
    expect((await harness.eventTypes(run)).slice(-2)).toEqual(['dispute.won', 'autopay_run.posted']);
  });

  it('refunded in the dashboard: its posting is reversed; if the refund fails later, it is posted again', async () => {
    const run = await harness.charged(scenario);
    const refund = harness.returns.refund(run.charge);
    await harness.deliverEvent('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: run.charge });
    expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
    refund.status = 'failed';
    await harness.deliverEvent('refund.failed', refund);
    expect(await harness.runAndPostings(run)).toEqual({ status: 'posted', books: ['+10000', '-10000', '+10000'] });
  });
});

it('a dispute lost after it was won: the second posting is reversed too', async () => {
  const run = await harness.charged();
  const dispute = harness.returns.dispute(run.charge);
  await harness.deliverEvent('charge.dispute.created', dispute);
  const withdrawn = dispute.balance_transactions;
  harness.returns.win(dispute);
  await harness.deliverEvent('charge.dispute.closed', dispute);
  Object.assign(dispute, { status: 'lost', balance_transactions: withdrawn });
  await harness.deliverEvent('charge.dispute.updated', dispute);
  expect(await harness.runAndPostings(run)).toEqual({
    status: 'reversed',
    books: ['+10000', '-10000', '+10000', '-10000'],
  });
});

it('closed before created, and each reported again: the processor’s current state counts, and events are in order', async () => {
  const run = await harness.charged();
  const dispute = harness.returns.dispute(run.charge);
  const created = harness.returns.event('charge.dispute.created', dispute);
  dispute.status = 'lost';
  const closed = harness.returns.event('charge.dispute.closed', dispute);
  for (const event of [closed, created, closed, created]) {
    expect((await harness.post(event)).status).toBe(202);
    await harness.workOff();
  }
  expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
  expect(await harness.eventTypes(run)).toEqual([
    ...['autopay_run.posted', 'dispute.opened', 'dispute.lost', 'autopay_run.reversed'],
  ]);
});

it('a forged event that reports a dispute lost that Stripe does not know does nothing', async () => {
  const run = await harness.charged();
  const made = { object: 'dispute', id: 'du_none', payment_intent: run.charge, status: 'lost', amount: 10_000 };
  await harness.deliverEvent('charge.dispute.closed', made);
  expect(await harness.runAndPostings(run)).toEqual({ status: 'posted', books: ['+10000'] });
  expect(await harness.disputes(run)).toEqual([]);
});

it('an inquiry withholds nothing: an answer is due, and when it is closed nothing has changed', async () => {
  const run = await harness.charged();
  const dispute = harness.returns.dispute(run.charge, { status: 'warning_needs_response', withdrawn: 0 });
  await harness.deliverEvent('charge.dispute.created', dispute);
  expect(await harness.exceptions(run)).toEqual(['dispute_evidence_due']);
  dispute.status = 'warning_closed';
  await harness.deliverEvent('charge.dispute.closed', dispute);
  expect(await harness.runAndPostings(run)).toEqual({ status: 'posted', books: ['+10000'] });
  expect(await harness.eventTypes(run)).toEqual(['autopay_run.posted', 'dispute.opened', 'dispute.closed']);
});

it('refunded in part: needs a person, opens again when the part grows, and is reversed when it is the whole charge', async () => {
  const run = await harness.charged();
  const refunded = { object: 'charge', id: 'ch_1', payment_intent: run.charge };
  harness.returns.refund(run.charge, 2_500);
  await harness.deliverEvent('charge.refunded', refunded);
  expect(await harness.runAndPostings(run)).toEqual({ status: 'posted', books: ['+10000'] });
  await harness.autopay.pool.query(
    "update operator_exception set resolved_at = now(), resolution = 'seen' where subject_id = $1",
    [run.runId],
  );
  harness.returns.refund(run.charge, 500);
  await harness.deliverEvent('charge.refunded', refunded);
  const { rows } = await harness.autopay.pool.query(
    'select kind, detail, resolved_at from operator_exception where subject_id = $1',
    [run.runId],
  );
  expect(rows).toEqual([
    {
      kind: 'autopay_partly_taken_back',
      detail: { charge: run.charge, chargedCents: 10_000, takenBackCents: 3_000 },
      resolved_at: null,
    },
  ]);
  harness.returns.refund(run.charge, 7_000);
  await harness.deliverEvent('charge.refunded', refunded);
  expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
});

/** Every exception of a run: its kind, the partial amount, and how it was closed. */
const partsOf = async (run: Charged) => {
  const { rows } = await harness.autopay.pool.query(
    `select kind, coalesce(detail->>'takenBackCents', detail->>'givenBackCents')::int as cents, resolution
       from operator_exception where subject_id = $1 order by kind desc`,
    [run.runId],
  );
  return rows;
};

it('a won partial dispute closes its exception; a later refund of the same part opens it again', async () => {
  const run = await harness.charged();
  const dispute = harness.returns.dispute(run.charge, { amount: 2_500, withdrawn: 2_500 });
  await harness.deliverEvent('charge.dispute.created', dispute);
  expect(await partsOf(run)).toEqual([{ kind: 'autopay_partly_taken_back', cents: 2_500, resolution: null }]);
  harness.returns.win(dispute);
  await harness.deliverEvent('charge.dispute.closed', dispute);
  const resolution = 'Nothing of the charge is returned any more.';
  expect(await partsOf(run)).toEqual([{ kind: 'autopay_partly_taken_back', cents: 2_500, resolution }]);
  harness.returns.refund(run.charge, 2_500);
  await harness.deliverEvent('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: run.charge });
  expect(await partsOf(run)).toEqual([{ kind: 'autopay_partly_taken_back', cents: 2_500, resolution: null }]);
  expect(await harness.runAndPostings(run)).toEqual({ status: 'posted', books: ['+10000'] });
});

it('a partial refund that becomes whole closes its exception: the posting is reversed', async () => {
  const run = await harness.charged();
  const refunded = { object: 'charge', id: 'ch_1', payment_intent: run.charge };
  harness.returns.refund(run.charge, 4_000);
  await harness.deliverEvent('charge.refunded', refunded);
  harness.returns.refund(run.charge, 6_000);
  await harness.deliverEvent('charge.refunded', refunded);
  const resolution = 'The whole charge has been returned now.';
  expect(await partsOf(run)).toEqual([{ kind: 'autopay_partly_taken_back', cents: 4_000, resolution }]);
  expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
});

it('a lost dispute with the whole charge given back: the payment is posted again, and was not won', async () => {
  const run = await harness.charged();
  const dispute = harness.returns.dispute(run.charge);
  await harness.deliverEvent('charge.dispute.created', dispute);
  dispute.status = 'lost';
  dispute.balance_transactions = [...dispute.balance_transactions, { amount: 10_000, fee: 0 }];
  await harness.deliverEvent('charge.dispute.closed', dispute);
  expect(await harness.runAndPostings(run)).toEqual({ status: 'posted', books: ['+10000', '-10000', '+10000'] });
  const reasons = 'select reason from autopay_correction where run_id = $1 order by number';
  expect((await harness.autopay.pool.query(reasons, [run.runId])).rows.map(({ reason }) => reason)).toEqual([
    'card_disputed',
    'card_dispute_given_back',
  ]);
});

it('a lost dispute with a part given back needs a person from then on, who may have recorded it: nothing is posted automatically', async () => {
  const run = await harness.charged();
  const dispute = harness.returns.dispute(run.charge);
  await harness.deliverEvent('charge.dispute.created', dispute);
  expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
  dispute.status = 'lost';
  dispute.balance_transactions = [...dispute.balance_transactions, { amount: 4_000, fee: 0 }];
  await harness.deliverEvent('charge.dispute.closed', dispute);
  expect(await partsOf(run)).toEqual([{ kind: 'autopay_partly_given_back', cents: 4_000, resolution: null }]);
  expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
  const resolved =
    "update operator_exception set resolved_at = now(), resolved_by = 'ada', resolution = 'recorded' where subject_id = $1";
  await harness.autopay.pool.query(resolved, [run.runId]);
  dispute.balance_transactions = [...dispute.balance_transactions, { amount: 6_000, fee: 0 }];
  await harness.deliverEvent('charge.dispute.funds_reinstated', dispute);
  expect(await partsOf(run)).toEqual([{ kind: 'autopay_partly_given_back', cents: 10_000, resolution: null }]);
  harness.returns.refund(run.charge);
  await harness.deliverEvent('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: run.charge });
  expect(await partsOf(run)).toEqual([{ kind: 'autopay_partly_given_back', cents: 0, resolution: null }]);
  expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
});

it('a reversal refused by the loan system needs a person; an operator’s replay tries it once more', async () => {
  const run = await harness.charged('SBX-REVERSAL-REFUSED');
  const dispute = harness.returns.dispute(run.charge);
  const event = harness.returns.event('charge.dispute.created', dispute);
  await harness.post(event);
  await harness.workOff();
  await harness.deliverEvent('charge.dispute.funds_withdrawn', dispute);
  expect(await harness.runAndPostings(run)).toEqual({ status: 'posted', books: ['+10000'] });
  expect(await harness.exceptions(run)).toEqual(['autopay_reversal_refused', 'dispute_evidence_due']);
  await harness.autopay.pool.query("update sandbox_loan set scenario = 'SBX-POSTS' where id = $1", [run.accountId]);
  const { id } = await harness.event(event.id);
  await replay(id);
  await harness.workOff();
  expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
  await replay(id);
  await harness.workOff();
  expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
});

it('a reversal of unknown outcome is looked up, and is made once', async () => {
  const run = await harness.charged('SBX-REVERSAL-UNCONFIRMED');
  await harness.deliverEvent('charge.dispute.created', harness.returns.dispute(run.charge));
  expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
});

it('reported before our own posting is settled: it waits, and is reversed afterwards', async () => {
  const run = await harness.charged();
  const event = harness.returns.event('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: run.charge });
  harness.returns.refund(run.charge);
  const was = "update autopay_run set status = 'posting', lease_until = clock_timestamp() where id = $1";
  await harness.autopay.pool.query(was, [run.runId]);
  await harness.post(event);
  const { id } = await harness.event(event.id);
  await harness.workers().events.work({ id });
  expect(await harness.event(event.id)).toMatchObject({ status: 'received' });
  expect(await harness.runAndPostings(run)).toEqual({ status: 'posting', books: ['+10000'] });
  await harness.autopay.workOff();
  await harness.workOff();
  expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
});

it('a dispute of a charge that no run made raises an exception; a dispute of a charge without our names is only recorded', async () => {
  const run = await harness.charged();
  const intent = harness.stripe.state.paymentIntents.get(run.charge);
  if (intent === undefined) throw new Error('the charge is at Stripe');
  const foreign = {
    ...intent,
    id: 'pi_foreign',
    metadata: { ...intent.metadata, reference: '01J8Z5M0C3W4N7Q2R6T9V1X3Y5' },
  };
  const nameless = { ...intent, id: 'pi_nameless', metadata: {} };
  harness.stripe.state.paymentIntents.set(foreign.id, foreign).set(nameless.id, nameless);
  const dispute = harness.returns.dispute(foreign.id);
  await harness.deliverEvent('charge.dispute.created', dispute);
  const { rows } = await harness.autopay.pool.query(
    "select detail from operator_exception where kind = 'dispute_of_unknown_charge'",
  );
  expect(rows).toEqual([
    { detail: expect.objectContaining({ dispute: dispute.id, charge: foreign.id, amountCents: 10_000 }) },
  ]);
  const other = harness.returns.event('charge.dispute.created', harness.returns.dispute(nameless.id));
  await harness.post(other);
  await harness.workOff();
  expect(await harness.event(other.id)).toMatchObject({ status: 'done', outcome: 'unknown_charge' });
});

it('the processor does not answer: the event waits, and is processed when it does', async () => {
  const run = await harness.charged();
  const event = harness.returns.event('charge.dispute.created', harness.returns.dispute(run.charge));
  await harness.post(event);
  const { id } = await harness.event(event.id);
  const { serverFault } = await import('../support/stripe/faults.js');
  harness.stripe.breaks(`GET /v1/payment_intents/${run.charge}`, serverFault);
  await harness.workers().events.work({ id });
  expect(await harness.event(event.id)).toMatchObject({ status: 'received' });
  await harness.workOff();
  expect(await harness.runAndPostings(run)).toMatchObject({ status: 'reversed' });
});

it('a card renewed by its network: the shown data are updated, and clients are notified once', async () => {
  const run = await harness.charged();
  const { rows } = await harness.autopay.pool.query(
    'select m.id, m.processor_token as token from payment_method m join autopay_schedule s on s.payment_method_id = m.id where s.id = $1',
    [run.schedule],
  );
  const method = harness.stripe.state.paymentMethods.get(rows[0].token);
  if (method === undefined) throw new Error('the method is at Stripe');
  method.card = { ...method.card, last4: '1881', exp_month: 7, exp_year: 2031 };
  await harness.deliverEvent('payment_method.automatically_updated', method);
  await harness.deliverEvent('payment_method.automatically_updated', method);
  const shown = await harness.autopay.pool.query(
    'select last_four, expiration_month, expiration_year from payment_method where id = $1',
    [rows[0].id],
  );
  expect(shown.rows).toEqual([{ last_four: '1881', expiration_month: 7, expiration_year: 2031 }]);
  const told = await harness.autopay.pool.query('select type, actor from event where object_id = $1', [rows[0].id]);
  expect(told.rows).toEqual([{ type: 'payment_method.changed', actor: 'card-processor' }]);
  const audited = await harness.autopay.pool.query('select action, actor from audit_log where subject = $1', [
    rows[0].id,
  ]);
  expect(audited.rows).toEqual([{ action: 'payment_method.update', actor: 'card-processor' }]);
});

describe('the daily pull', () => {
  it('finds events that were never reported, and changes older than Stripe’s events; reported events are not new', async () => {
    const [silent, old, told] = [await harness.charged(), await harness.charged(), await harness.charged()];
    harness.returns.event('charge.dispute.created', harness.returns.dispute(silent.charge));
    harness.returns.dispute(old.charge);
    await harness.deliverEvent('charge.dispute.created', harness.returns.dispute(told.charge));
    await pulled();
    for (const run of [silent, old, told]) {
      expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
    }
    const sent = harness.stripe.requests.length;
    await pulled();
    expect(harness.stripe.requests.length, 'not pulled twice on one day').toBe(sent);
  });

  it('continues at the page where it was interrupted', async () => {
    const run = await harness.charged();
    for (let n = 0; n < 230; n += 1)
      harness.returns.event('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_x' });
    const refund = harness.returns.refund(run.charge);
    harness.autopay.moveTo(addDays(harness.autopay.today, 2));
    const { serverFault } = await import('../support/stripe/faults.js');
    harness.stripe.breaks('GET /v1/disputes', serverFault);
    await pulled();
    expect(await harness.runAndPostings(run)).toMatchObject({ status: 'posted' });
    const pages = () => harness.stripe.requests.filter(({ endpoint }) => endpoint === 'GET /v1/events').length;
    const before = pages();
    await pulled();
    expect(pages()).toBe(before);
    expect(await harness.runAndPostings(run)).toMatchObject({ status: 'reversed' });
    expect((await harness.event(`${refund.id}:succeeded`)).source).toBe('pulled');
  });
});

async function pulled(): Promise<void> {
  await harness.workers().pull.run();
  await harness.workOff();
}

async function replay(id: string): Promise<void> {
  const { ProcessorEventService } = await import(
    '../../subgraphs/payments/processor-events/processor-event.service.js'
  );
  const { Cursors } = await import('../../core/db/list-cursors-and-limits.js');
  const { commandPrincipal } = await import('../../core/principal/principal.js');
  const { db, clock } = harness.autopay.parts;
  const service = new ProcessorEventService({ db, clock, cursors: new Cursors(['x'.repeat(32)]) });
  await service.replay(commandPrincipal('test'), id);
}
