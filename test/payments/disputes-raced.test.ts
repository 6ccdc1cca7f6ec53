import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { CardProcessor } from '../../connectors/card-processors/port.js';
import { CardProcessors } from '../../connectors/card-processors/registry.js';
import { Cursors } from '../../core/db/list-cursors-and-limits.js';
import { commandPrincipal } from '../../core/principal/principal.js';
import { ProcessorEventService } from '../../subgraphs/payments/processor-events/processor-event.service.js';
import { type Charged, DisputeHarness } from '../support/dispute-harness.js';
import { forbidden, serverFault } from '../support/stripe/faults.js';

let harness: DisputeHarness;
beforeAll(async () => {
  harness = await DisputeHarness.open();
});
afterEach(() => harness.stripe.heals());
afterAll(() => harness.close());

it('won while the reversal is in progress, and the processor is silent when it is done: checked again, and posted again', async () => {
  const run = await harness.charged();
  const dispute = harness.returns.dispute(run.charge);
  const { events, corrections } = harness.workers();
  await worked('charge.dispute.created', dispute);
  harness.returns.win(dispute);
  const closed = await worked('charge.dispute.closed', dispute);
  expect(await harness.event(closed), 'the reversal is still under way').toMatchObject({ status: 'received' });

  // As an earlier worker left it: no event is left, and the check after the reversal is the only one.
  await harness.autopay.pool.query("update processor_event set status = 'done' where external_id = $1", [closed]);
  const { rows } = await harness.autopay.pool.query(
    "select id, organization_id from autopay_correction where run_id = $1 and status = 'pending'",
    [run.runId],
  );
  await corrections.work({ id: rows[0].id, organizationId: rows[0].organization_id });
  const look = { processor: 'stripe', chargeExternalId: run.charge };
  expect(await looks(run)).toMatchObject([look]);
  harness.stripe.breaks(`GET /v1/payment_intents/${run.charge}`, serverFault);
  await harness.autopay.pool.query('delete from graphile_worker._private_jobs where key = $1', [keyOf(run)]);
  await events.lookAtCharge(look);
  expect(await looks(run), 'postponed, not given up').toMatchObject([{ ...look, tries: 1 }]);
  await harness.workOff();
  expect(await harness.runAndPostings(run)).toEqual({ status: 'posted', books: ['+10000', '-10000', '+10000'] });
});

it('an answer from before the money was withdrawn arrives after a newer one was applied: the processor is asked again', async () => {
  const run = await harness.charged();
  const old = harness.returns.event('payment_intent.succeeded', { object: 'payment_intent', id: run.charge });
  await harness.post(old);
  const held = await heldAnswer(old.id);
  await harness.deliverEvent('charge.dispute.created', harness.returns.dispute(run.charge));
  expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
  await held.released();
  await harness.workOff();
  expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
});

it.each(['a run’s', 'nobody’s'])('%s charge: a closed dispute is not opened by an older answer', async (whose) => {
  const run = await harness.charged();
  const intent = harness.stripe.state.paymentIntents.get(run.charge);
  if (intent === undefined) throw new Error('the charge is at Stripe');
  const id = whose === 'a run’s' ? run.charge : `${run.charge}_other`;
  const reference = '01J8Z5M0C3W4N7Q2R6T9V1X3Y5';
  if (id !== run.charge) {
    harness.stripe.state.paymentIntents.set(id, { ...intent, id, metadata: { ...intent.metadata, reference } });
  }
  const dispute = harness.returns.dispute(id);
  await harness.deliverEvent('charge.dispute.created', dispute);
  const old = harness.returns.event('charge.dispute.updated', dispute);
  await harness.post(old);
  const held = await heldAnswer(old.id);
  dispute.status = 'lost';
  await harness.deliverEvent('charge.dispute.closed', dispute);
  await held.released();
  const { rows } = await harness.autopay.pool.query('select status from dispute where charge_external_id = $1', [id]);
  expect(rows).toEqual([{ status: 'lost' }]);
});

it('a key that may not read disputes: repeated requests do not block charges', async () => {
  const run = await harness.charged();
  harness.stripe.breaks('GET /v1/disputes', ...Array.from({ length: 8 }, () => forbidden));
  for (let n = 0; n < 8; n += 1) {
    expect(await harness.processor.standingOf(run.charge)).toEqual({ kind: 'unavailable', isWell: true });
  }
  expect(await harness.processor.standingOf(run.charge)).toMatchObject({ kind: 'found' });
});

it('returned before the processor was followed: needs a person, and is handled as usual after a replay', async () => {
  const run = await harness.charged();
  const { pool } = harness.autopay;
  await harness.workers().events.follow();
  const { rows } = await pool.query("select followed_from as since from processor_pull where processor = 'stripe'");
  expect(rows[0].since).not.toBeNull();
  const created = harness.seconds - 60;
  await pool.query("update processor_pull set followed_from = to_timestamp($1) where processor = 'stripe'", [
    created + 1,
  ]);
  const dispute = harness.returns.dispute(run.charge, { created });
  const event = harness.returns.event('charge.dispute.created', dispute);
  await harness.workers().pull.run();
  await harness.post(event);
  await harness.workOff();
  expect(await harness.runAndPostings(run)).toEqual({ status: 'posted', books: ['+10000'] });
  expect(await harness.exceptions(run)).toContain('autopay_taken_back_before');
  await replay((await harness.event(event.id)).id);
  await harness.workOff();
  expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
});

it('a replay is still one after the sweep has queued a new job next to it', async () => {
  const run = await harness.charged('SBX-REVERSAL-REFUSED');
  const event = harness.returns.event('charge.dispute.created', harness.returns.dispute(run.charge));
  await harness.post(event);
  await harness.workOff();
  expect(await harness.exceptions(run)).toContain('autopay_reversal_refused');
  const { pool } = harness.autopay;
  await pool.query("update sandbox_loan set scenario = 'SBX-POSTS' where id = $1", [run.accountId]);
  const { id } = await harness.event(event.id);
  await pool.query("update processor_event set received_at = now() - interval '1 day' where id = $1", [id]);
  await replay(id);
  await harness.workers().events.watchOverdue();
  const { rows } = await pool.query('select payload from graphile_worker._private_jobs where key = $1', [
    `processor_event:${id}`,
  ]);
  for (const { payload } of rows) await harness.workers().events.work(payload);
  await harness.workOff();
  expect(await harness.runAndPostings(run)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
});

it('the exception for due evidence closes with its dispute, and an appeal opens it again', async () => {
  const run = await harness.charged();
  const dispute = harness.returns.dispute(run.charge);
  const open = async () => {
    const { rows } = await harness.autopay.pool.query(
      `select resolved_by from operator_exception where kind = 'dispute_evidence_due'
          and subject_id in (select id from dispute where run_id = $1)`,
      [run.runId],
    );
    return rows;
  };
  await harness.deliverEvent('charge.dispute.created', dispute);
  expect(await open()).toEqual([{ resolved_by: null }]);
  dispute.status = 'lost';
  await harness.deliverEvent('charge.dispute.closed', dispute);
  expect(await open()).toEqual([{ resolved_by: 'operator-exceptions' }]);
  Object.assign(dispute, { status: 'needs_response', evidence_details: { due_by: dispute.created + 90 * 86_400 } });
  await harness.deliverEvent('charge.dispute.updated', dispute);
  expect(await open()).toEqual([{ resolved_by: null }]);
});

it.each([
  [true, 'reversed', ['+10000', '-10000']],
  [false, 'posted', ['+10000']],
])('in production the sandbox’s disputes are for sandbox organizations only (%s)', async (isSandbox, status, books) => {
  const lender = await harness.autopay.instance.lender('Trying', { isSandbox });
  const accountId = await lender.sandboxAccount('SBX-POSTS');
  const payment_method_id = await lender.paymentMethod({ processorToken: 'pm_card_createDispute' });
  const organization_id = lender.organizationId;
  const schedule = await harness.autopay.schedule(accountId, { organization_id, payment_method_id });
  await harness.autopay.workOff();
  const { rows } = await harness.autopay.pool.query(
    `select r.id, t.charge_external_id as charge from autopay_run r join autopay_attempt t on t.run_id = r.id
      where r.schedule_id = $1`,
    [schedule],
  );
  const run = { accountId, schedule, runId: rows[0].id, charge: rows[0].charge };
  expect(await harness.runAndPostings(run)).toMatchObject({ status: 'posted' });
  const sandbox = harness.autopay.parts.processors.byCode('sandbox');
  if (sandbox === undefined) throw new Error('the sandbox is there');
  const parts = { ...harness.autopay.parts, processors: new CardProcessors([harness.processor], sandbox) };
  harness.autopay.clock.moveTo(harness.autopay.clock.now().add({ seconds: 61 }));
  await harness.workers(parts).pull.run();
  await harness.workOff(parts);
  expect(await harness.runAndPostings(run)).toEqual({ status, books });
});

/** A worker asks about a charge and receives the answer, but is slow to apply it. */
async function heldAnswer(eventId: string): Promise<{ released(): Promise<void> }> {
  const [answered, released] = [signal(), signal()];
  let asked = 0;
  const slow: CardProcessor = {
    ...harness.processor,
    standingOf: async (charge) => {
      const answer = await harness.processor.standingOf(charge);
      asked += 1;
      answered.give();
      if (asked === 1) await released.given;
      return answer;
    },
  };
  const parts = { ...harness.autopay.parts, processors: new CardProcessors([slow]) };
  const { id } = await harness.event(eventId);
  const working = harness.workers(parts).events.work({ id });
  await answered.given;
  return {
    released: async () => {
      released.give();
      await working;
      expect(asked).toBe(2);
    },
  };
}

function signal() {
  let give: (() => void) | undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give?.() };
}

/** Reports an event and processes it once. */
async function worked(type: string, object: object): Promise<string> {
  const event = harness.returns.event(type, object);
  await harness.post(event);
  await harness.workers().events.work({ id: (await harness.event(event.id)).id });
  return event.id;
}

const keyOf = (run: Charged) => `processor_charge:stripe:${run.charge}`;

async function looks(run: Charged): Promise<unknown[]> {
  const { rows } = await harness.autopay.pool.query(
    'select payload from graphile_worker._private_jobs where key = $1',
    [keyOf(run)],
  );
  return rows.map(({ payload }) => payload);
}

async function replay(id: string): Promise<void> {
  const { db, clock } = harness.autopay.parts;
  const service = new ProcessorEventService({ db, clock, cursors: new Cursors(['x'.repeat(32)]) });
  await service.replay(commandPrincipal('test'), id);
}
