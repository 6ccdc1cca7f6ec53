import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../core/db/database.js';
import { ensureDigestKey, recipientDigest } from '../../core/erasure/erased-placeholders-and-digests.js';
import { patternOf } from '../../core/erasure/erasure-search-terms.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { ERASURE_STEPS } from '../../runtime/assembly/erasure-steps.js';
import { loanSystems, remoteSystems } from '../../runtime/assembly/loan-systems.js';
import { ownPostings } from '../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import { SystemSync } from '../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import { tryDryRun } from '../../subgraphs/servicing/platform/erasure/erasure.reads.store.js';
import { ErasureService, type ErasureSubject } from '../../subgraphs/servicing/platform/erasure/erasure.service.js';
import { runErasure } from '../../subgraphs/servicing/platform/erasure/run-erasure.js';
import { board, csv, LOAN, receiveOnly } from '../support/board-file.js';
import { CampaignEventsHarness, sentEvent } from '../support/campaign-events-harness.js';
import { CardCounter } from '../support/card-counter.js';
import { graphClient } from '../support/graph.js';
import { KillableDatabase, Killed } from '../support/killable-worker.js';
import { operatorToken } from '../support/operators.js';
import { bookingOf } from '../support/populated-ledger.js';
import { paid, person, ScriptedSource } from '../support/scripted-source.js';
import { openTestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';
import { GENERIC_SENDER, SENDER_ENVIRONMENT } from '../support/webhook-senders.js';

let harness: CampaignEventsHarness;
let sql: pg.Client;
const source = new ScriptedSource('core');
const ADMIN = systemPrincipal('test');

beforeAll(async () => {
  const instance = await openTestInstance({
    worker: false,
    loanSystemKinds: { core: source.kind },
    environment: { ...SENDER_ENVIRONMENT, LOAN_SYSTEM_SECRET_SCRIPTED: 'let me in' },
  });
  harness = await CampaignEventsHarness.at(instance);
  sql = new pg.Client(instance.databaseUrl);
  await sql.connect();
  await harness.register('generic', 'autumn');
  await new LoanSystemService({ ...instance.resources, remotes: remoteSystems(instance.resources) }).add(
    ADMIN,
    {
      code: 'core',
      kind: 'core',
      baseUrl: 'http://core.test',
      organizationId: harness.lender.organizationId,
      settings: { tenant: 't' },
      secretEnv: { password: 'LOAN_SYSTEM_SECRET_SCRIPTED' },
    },
    true,
  );
  await instance.resources.addedSystems.refresh();
});
afterAll(async () => {
  await sql.end();
  await harness.instance.close();
});

const service = (db: Database = harness.instance.resources.db) =>
  new ErasureService({ ...harness.instance.resources, db, erasureSteps: ERASURE_STEPS });
const erase = (subject: ErasureSubject) => service().run(ADMIN, subject);
const sync = () =>
  new SystemSync({ ownPostings, ...harness.instance.resources, systems: loanSystems(harness.instance.resources) }).run({
    code: 'core',
    mode: 'full',
  });

/** Unique personal data, to search for. */
interface Marks {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly street: string;
  /** A payment method's nickname: free text without a name. */
  readonly nickname: string;
}
let marks: Marks;
/** An unregistered campaign. */
let unregistered: string;
beforeEach(() => {
  unregistered = randomUUID();
  const mark = randomUUID().replaceAll('-', '').slice(0, 12);
  marks = {
    name: `Mara ${mark}`,
    email: `Mara.${mark}@Example.com`,
    phone: `+1${String(Math.floor(Math.random() * 1e10)).padStart(10, '2')}`,
    street: `7 ${mark} Street`,
    nickname: `Rosebud ${mark}`,
  };
});

/** All rows of all tables that contain a mark, in text, JSON or bytes, also in base64. */
async function found(): Promise<readonly string[]> {
  const { rows: tables } = await sql.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`,
  );
  const all = Object.values(marks).map((mark) => mark.toLowerCase());
  const hits: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql.query<Record<string, unknown>>(`select * from ${schema}.${name}`);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (all.some((mark) => textsOf(value).some((text) => text.includes(mark)))) hits.push(`${name}.${column}`);
  }
  return [...new Set(hits)].sort();
}

function textsOf(value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  const text = Buffer.isBuffer(value)
    ? value.toString('utf8')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
  const inside = /"unread":"([A-Za-z0-9+/=]+)"/.exec(text)?.[1];
  return [text, ...(inside === undefined ? [] : [Buffer.from(inside, 'base64').toString('utf8')])].map((one) =>
    one.toLowerCase(),
  );
}

/** Creates a borrower through the product's APIs, with personal data in everything that they store. */
async function leaveEverywhere(): Promise<string> {
  const { lender, instance } = harness;
  const api = await lender.api();
  const booking = bookingOf();
  const address = { line1: marks.street, line2: null, city: 'Springfield', state: 'IL', postal_code: '62701' };
  const borrower = { role: 'primary', display_name: marks.name, email: marks.email, phone: marks.phone, address };
  const booked = await api.post(
    '/v1/ledger/loans',
    { ...booking, organization_id: lender.organizationId, borrowers: [borrower] },
    { 'idempotency-key': randomUUID() },
  );
  if (booked.status !== 201) throw new Error(booked.text);
  const account = booked.json.id;
  const { rows } = await sql.query('select person_id from account_borrower where account_id = $1', [account]);
  const personId = rows[0].person_id;
  await api.post(`/v1/ledger/loans/${account}/disbursement`, {}, { 'idempotency-key': randomUUID() });
  const memo = `from ${marks.name}, ${marks.phone}`;
  const payment = await api.record(account, { memo, external_reference: marks.email.slice(0, 60) });
  if (payment.status !== 201) throw new Error(payment.text);
  await api.reverse(payment.json.payment_id, { reason: `asked by ${marks.email}` });
  const method = await lender.paymentMethod({ partyId: personId, holderName: marks.name });
  await sql.query('update payment_method set nickname = $2 where id = $1', [method, `card of ${marks.name}`]);
  const rowsOfBatch = [
    { idempotency_key: randomUUID(), account_id: account, amount_cents: 100, payment_method: 'cash', memo },
  ];
  await api.post('/v1/payment-batches', { rows: rowsOfBatch }, { 'idempotency-key': randomUUID() });
  await sql.query(
    `insert into operator_exception (id, organization_id, kind, subject_id, detail, resolved_at, resolved_by, resolution)
     values ($1, $2, 'posted_after_failed', $1, '{}', now(), 'ola', $3)`,
    [newId(), lender.organizationId, `called ${marks.name} at ${marks.phone}`],
  );
  await leaveInBoardings();
  await leaveInMail();
  await leaveInAnswers();
  expect(await found(), instance.baseUrl).toEqual(expect.arrayContaining(EXPECTED));
  return personId;
}

async function leaveInBoardings(): Promise<void> {
  const number = newId();
  const loan = { ...LOAN, loan_number: number, borrower_name: marks.name, borrower_email: marks.email };
  const of = {
    ...loan,
    borrower_phone: marks.phone,
    address_line1: marks.street,
    city: 'c',
    state: 'IL',
    postal_code: '62701',
  };
  const boarding = await receiveOnly(harness.instance.resources, harness.lender.organizationId, csv(of));
  await sql.query(
    `insert into ledger_boarding_problem (organization_id, boarding_id, line, id, severity, message)
     values ($1, $2, 1, 'x', 'difference', $3)`,
    [harness.lender.organizationId, boarding.id, `the ledger has ${marks.name}, the file nothing`],
  );
}

/** Stores answers of webhook receivers; two name the borrower, among more attempts than one step processes. */
async function leaveInAnswers(): Promise<void> {
  const answer = JSON.stringify({ customer: marks.name.toUpperCase(), notified: marks.email });
  const { organizationId } = harness.lender;
  await sql.query(
    `insert into webhook_attempt (id, organization_id, endpoint_id, event_id, number, succeeded, http_status, duration_ms, answer)
     select $3 || lpad(n::text, 5, '0'), $1, 'e', 'v', 1, true, 200, 5, case when n in (1, 2100) then $2 else 'thanks' end
       from generate_series(1, 2100) n`,
    [organizationId, answer, newId().slice(0, 20)],
  );
}

/** Leaves stored events, suppressions, waiting and poison events, and unprocessed calls. */
async function leaveInMail(): Promise<void> {
  const recipient = marks.email;
  await harness.deliverNow([
    sentEvent({ recipient, type: 'click' }),
    sentEvent({ recipient, type: 'unsubscribe' }),
    sentEvent({ recipient, campaign: unregistered }),
    sentEvent({ recipient, campaign: unregistered, type: 'unsubscribe' }),
  ]);
  const unread = Buffer.from(JSON.stringify({ event_type: 'open', 'e-mail': recipient, name: marks.name })).toString(
    'base64',
  );
  for (const event of [
    { source: null, isSigned: true, organizationIds: [], event: { type: 'open', recipient: recipient.toLowerCase() } },
    { source: null, isSigned: true, organizationIds: [], unread, isWhole: false },
  ])
    await sql.query(
      "insert into poison_event (id, provider, event, error, attempts) values ($1, 'generic', $2, 'e', 1)",
      [newId(), JSON.stringify(event)],
    );
  const call = GENERIC_SENDER.call([
    GENERIC_SENDER.write(sentEvent({ recipient, type: 'bounce', bounceType: 'hard' })),
  ]);
  expect((await harness.post(call)).status).toBe(202);
}

/** The tables that contain a mark before the erasure; without this list the test would miss one that lost its data. */
const EXPECTED = [
  ...['campaign_event.recipient', 'collected_payment.memo', 'collected_payment.external_reference'],
  ...['idempotency_record.answer', 'idempotency_record.answer_body', 'ledger_boarding_loan.borrower_email'],
  ...['ledger_boarding_loan.borrower_name', 'ledger_boarding_loan.borrower_phone', 'ledger_boarding_loan.line1'],
  ...[
    'ledger_boarding_problem.message',
    'ledger_entry.memo',
    'operator_exception.resolution',
    'payment_batch_row.memo',
  ],
  ...['payment_method.holder_name', 'payment_method.nickname', 'payment_reversal.reason', 'person.display_name'],
  ...['person.email', 'person.phone', 'person_address.line1', 'poison_event.event', 'suppression.address'],
  ...['waiting_event.event', 'webhook_attempt.answer', 'webhook_batch.body'],
];

describe('erasing a person', () => {
  it('leaves no name, email address, phone number or street in any column of any table; the books stay', async () => {
    const personId = await leaveEverywhere();
    const books = () =>
      sql.query(
        `select (select count(*) from ledger_entry) as entries, (select sum(amount_cents) from ledger_line) as lines,
                (select sum(amount_cents) from collected_payment) as payments, (select sum(amount_cents) from transaction) as t`,
      );
    const before = (await books()).rows;
    const dry = await service().dryRun(ADMIN, { kind: 'person', personId });
    expect((await found()).length).toBeGreaterThanOrEqual(EXPECTED.length);
    const { counts, finishedAt } = await erase({ kind: 'person', personId });
    expect(await found()).toEqual([]);
    expect(counts).toEqual(dry);
    expect(finishedAt).not.toBeNull();
    expect((await books()).rows).toEqual(before);
    const again = await erase({ kind: 'person', personId });
    expect(again.id).not.toBe('');
    expect(await found()).toEqual([]);
    const { rows } = await sql.query(
      `select actor, action, organization_id, after from audit_log
        where action in ('person.erase_dry_run', 'person.erase', 'erasure.finish') and organization_id = $1 order by id`,
      [harness.lender.organizationId],
    );
    expect(rows.slice(0, 3)).toMatchObject([
      { actor: 'test', action: 'person.erase_dry_run', after: { kind: 'person' } },
      { actor: 'test', action: 'person.erase' },
      { action: 'erasure.finish', after: { counts: { person: 1, person_address: 1 } } },
    ]);
  });

  it('a stored answer of card capture always loses nickname and holder; a replay has the rest unchanged', async () => {
    const { lender, instance } = harness;
    const personId = await lender.person('Li');
    const accountId = await lender.ledgerAccount();
    await lender.coBorrower(accountId, personId);
    const counter = new CardCounter(instance.secureUrl, (await lender.api()).token, accountId);
    const capture = (party_id: string, key: string, nickname: string) =>
      counter.capture({ party_id, nickname, cardholder_name: 'Zoe Other' }, key);
    const [key, foreignKey] = [randomUUID(), randomUUID()];
    const first = await capture(personId, key, marks.nickname);
    const foreign = await capture(lender.personId, foreignKey, 'Everyday');
    expect([first.status, foreign.status]).toEqual([201, 201]);
    const places = ['idempotency_record.answer', 'idempotency_record.answer_body', 'payment_method.nickname'];
    expect(await found()).toEqual(places);

    const { counts } = await erase({ kind: 'person', personId });
    expect(counts).toMatchObject({ idempotency_record: 1, payment_method: 1 });
    expect(await found()).toEqual([]);
    const replay = await capture(personId, key, marks.nickname);
    expect([replay.status, replay.headers.get('idempotency-replayed')]).toEqual([
      first.status,
      (await capture(lender.personId, foreignKey, 'Everyday')).headers.get('idempotency-replayed'),
    ]);
    expect(replay.json).toEqual({ ...first.json, nickname: null, holder_name: 'Erased' });
    expect((await capture(lender.personId, foreignKey, 'Everyday')).json).toEqual(foreign.json);
    expect((await erase({ kind: 'person', personId })).counts).toMatchObject({ idempotency_record: 0 });
  });

  it('the database erases memos only for a running erasure, and only by names', async () => {
    const { organizationId } = harness.lender;
    const run = new pg.Client(harness.instance.resources.config.DATABASE_URL);
    await run.connect();
    const erased = async (pattern: string | null) => {
      const text = 'select erase_journal_memos($1, $2, $3) as erased';
      return run.query(text, [organizationId, ['nowhere'], pattern]).then(
        ({ rows }) => Number(rows[0].erased),
        ({ code }) => code,
      );
    };
    try {
      const names = patternOf([
        'Mara (or [so]) O’Neil-{x}',
        'Zoë Müller',
        'a.b+c^d$|*?\\e@example.com',
        '+1 (555) 010-9999',
        '𠮷𠮷',
      ]);
      expect(await erased(names ?? '')).toBe('42501');
      const forgotten = run.query('select forget_opening_digests($1, $2)', [organizationId, harness.lender.personId]);
      await expect(forgotten).rejects.toMatchObject({ code: '42501' });
      await run.query('begin');
      await run.query(
        `insert into erasure (organization_id, id, kind, subject, requested_by, created_at) values ($1, $2, 'person', 'x', 'x', now())`,
        [organizationId, newId()],
      );
      const asked = async (pattern: string | null) => {
        await run.query('savepoint asked');
        const outcome = await erased(pattern);
        await run.query('rollback to asked');
        return outcome;
      };
      expect(await asked(names ?? '')).toBe(0);
      const around = (inner: string) => `(^|[^[:alnum:]])(${inner})($|[^[:alnum:]])`;
      for (const pattern of [
        null,
        '',
        '.',
        '.*',
        'Mara',
        around(''),
        around('.*'),
        around('Mara|.*'),
        around('Mara|'),
        around('[^x]+'),
      ])
        expect([pattern, await asked(pattern)]).toEqual([pattern, '22023']);
    } finally {
      await run.end();
    }
  });

  it('one dry run at a time per organization: another is refused and leaves no record', async () => {
    const personId = await leaveEverywhere();
    const { db } = harness.instance.resources;
    const { organizationId } = harness.lender;
    const entries = () => sql.query("select count(*) from audit_log where action = 'person.erase_dry_run'");
    const before = (await entries()).rows;
    await db.transaction(async (tx) => {
      await tx.first(ADMIN, tryDryRun, { organizationId });
      await expect(service().dryRun(ADMIN, { kind: 'person', personId })).rejects.toMatchObject({
        ...{ code: 'erasure_dry_run_in_progress', status: 409 },
      });
    });
    expect((await entries()).rows).toEqual(before);
    expect(await service().dryRun(ADMIN, { kind: 'person', personId })).toMatchObject({ person: 1 });
  });

  it('the address stays suppressed, as a digest; its later events are not stored, but still suppress', async () => {
    const personId = await leaveEverywhere();
    await erase({ kind: 'person', personId });
    const { workspaceId } = harness;
    const check = `query ($workspaceId: ID!, $address: String!) { isSuppressed(workspaceId: $workspaceId, address: $address) { isSuppressed reason } }`;
    const standing = async (address: string) =>
      (await harness.ask(check, { workspaceId, address })).json.data.isSuppressed;
    expect(await standing(marks.email)).toEqual({ isSuppressed: true, reason: 'unsubscribe' });
    expect(await standing(`other.${marks.email}`)).toMatchObject({ isSuppressed: false });
    await harness.deliverNow([
      sentEvent({ recipient: marks.email }),
      sentEvent({ recipient: marks.email, type: 'complaint' }),
    ]);
    expect(await standing(marks.email)).toEqual({ isSuppressed: true, reason: 'complaint' });
    expect((await found()).filter((place) => place !== 'webhook_batch.body')).toEqual([]);
    // An event that waits for its campaign still suppresses once the campaign is registered.
    await harness.register('generic', unregistered);
    await harness.jobs.handlers.match_overdue();
    expect((await found()).filter((place) => place !== 'webhook_batch.body')).toEqual([]);
    const remove = `mutation ($workspaceId: ID!, $address: String!) { removeSuppression(workspaceId: $workspaceId, address: $address) { isSuppressed } }`;
    await harness.ask(remove, { workspaceId, address: marks.email });
    expect(await standing(marks.email)).toMatchObject({ isSuppressed: false });
  });

  it('killed at any moment, it continues where it was and leaves nothing behind', async () => {
    const personId = await leaveEverywhere();
    const parts = { ...harness.instance.resources, erasureSteps: ERASURE_STEPS };
    let isOver = false;
    let id: string | undefined;
    for (let at = 1; !isOver; at += 1) {
      let left = at;
      const db = new KillableDatabase(harness.instance.resources.pool, () => {
        left -= 1;
        if (left <= 0) throw new Killed();
      });
      try {
        const begun = await service(db).begin(ADMIN, { kind: 'person', personId });
        id ??= begun.id;
        expect(begun.id).toBe(id);
        await runErasure({ ...parts, db }, begun);
        isOver = true;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      if (at > 200) throw new Error('it never ends');
    }
    expect(await found()).toEqual([]);
    const { rows } = await sql.query('select step, sealed_terms from erasure where id = $1', [id]);
    expect(rows).toEqual([{ step: null, sealed_terms: null }]);
  }, 120_000);

  it('two at once are one erasure, and either process runs each step', async () => {
    const personId = await leaveEverywhere();
    const both = await Promise.all([1, 2].map(() => erase({ kind: 'person', personId })));
    expect(new Set(both.map(({ finishedAt }) => finishedAt === null))).toEqual(new Set([false]));
    expect(await found()).toEqual([]);
  });

  it('leaves the events of an address that another person of the organization also has', async () => {
    const email = `${randomUUID()}@example.com`;
    const [one, other] = [await harness.lender.person('Ada'), await harness.lender.person('Bo')];
    await sql.query('update person set email = $2 where id = any($1)', [[one, other], email]);
    await harness.deliverNow([sentEvent({ recipient: email })]);
    expect((await erase({ kind: 'person', personId: one })).counts).toMatchObject({ person: 1 });
    const events = () => sql.query('select 1 from campaign_event where recipient = $1', [email]);
    expect((await events()).rowCount).toBe(1);
    await erase({ kind: 'person', personId: other });
    expect((await events()).rowCount).toBe(0);
  });
});

describe('a loan system still returns a person who was erased', () => {
  const borrowed = (externalId: string, personOf: string) => {
    source.persons.set(personOf, { ...person(personOf, marks.name), email: marks.email, phone: marks.phone });
    source.put(externalId, { borrowers: [{ externalId: personOf, role: 'primary' }] }, [paid(`t-${externalId}`, 500)]);
  };
  const personOf = async (externalId: string) =>
    (await sql.query('select id, display_name, email from person where external_id = $1', [externalId])).rows[0];

  it('no sync restores the name, not even with a new loan of theirs', async () => {
    const who = randomUUID();
    borrowed(`l-${who}`, who);
    await sync();
    const { id } = await personOf(who);
    await erase({ kind: 'person', personId: id });
    borrowed(`l-${who}`, who);
    borrowed(`m-${who}`, who);
    await sync();
    expect(await personOf(who)).toEqual({ id, display_name: 'Erased', email: null });
    expect((await found()).filter((place) => !place.startsWith('webhook_batch'))).toEqual([]);
    expect((await sql.query('select 1 from account where external_id = $1', [`m-${who}`])).rowCount).toBe(1);
  });

  it('nor does one that has read the loan before the erasure and writes it after', async () => {
    const who = randomUUID();
    borrowed(`l-${who}`, who);
    await sync();
    const { id } = await personOf(who);
    borrowed(`l-${who}`, who);
    let isErased = false;
    source.beforeLoan = async () => {
      if (isErased) return;
      isErased = true;
      await erase({ kind: 'person', personId: id });
    };
    await sync();
    source.beforeLoan = undefined;
    expect([isErased, await personOf(who)]).toEqual([true, { id, display_name: 'Erased', email: null }]);
  });

  it('nor does one whose transaction is open when the erasure starts: one waits for the other', async () => {
    const who = randomUUID();
    borrowed(`l-${who}`, who);
    await sync();
    const { id } = await personOf(who);
    borrowed(`l-${who}`, who);
    for (const first of ['sync', 'erasure'] as const) {
      const [one, other] =
        first === 'sync'
          ? [sync(), erase({ kind: 'person', personId: id })]
          : [erase({ kind: 'person', personId: id }), sync()];
      await Promise.all([one, other]);
      expect(await personOf(who)).toEqual({ id, display_name: 'Erased', email: null });
      borrowed(`l-${who}`, who);
    }
  });

  it('a writer that checked before the tombstone blocks the erasure until it has written', async () => {
    const who = randomUUID();
    borrowed(`l-${who}`, who);
    await sync();
    const { id } = await personOf(who);
    const writer = new pg.Client(harness.instance.databaseUrl);
    await writer.connect();
    await writer.query('begin');
    await writer.query("select pg_advisory_xact_lock_shared(hashtextextended('erasure ' || $1, 0))", [
      harness.lender.organizationId,
    ]);
    const erasing = erase({ kind: 'person', personId: id });
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await until(async () => (await sql.query(waiting)).rowCount !== 0, 'the erasure waits for the writer');
    await writer.query('update person set display_name = $2 where id = $1', [id, marks.name]);
    await writer.query('commit');
    await writer.end();
    await erasing;
    expect(await personOf(who)).toMatchObject({ display_name: 'Erased' });
  });
});

describe('a file that is sent again', () => {
  it('is handled as before for an erased borrower, and restores no personal data', async () => {
    const { organizationId } = harness.lender;
    const file = csv({ ...LOAN, loan_number: newId(), borrower_name: marks.name, borrower_email: marks.email });
    const first = await board(harness.instance.resources, organizationId, file);
    expect(first.boarding.status).toBe('done');
    const { rows } = await sql.query('select id from person where display_name = $1', [marks.name]);
    await erase({ kind: 'person', personId: rows[0].id });
    const again = await board(harness.instance.resources, organizationId, file);
    expect([again.boarding.status, again.problems]).toEqual(['done', []]);
    expect(await found()).toEqual([]);
  });
});

describe('who may', () => {
  const MUTATION = 'mutation ($id: ID!) { erasePerson(personId: $id) { id counts { table rows } finishedAt } }';
  const codes = (answer: { json: any }) => (answer.json.errors ?? []).map((error: any) => error.extensions.code);

  it('only an admin, no operator and no key; a foreign person is answered like a missing one', async () => {
    const personId = await harness.lender.person(marks.name);
    const resources = harness.instance.resources;
    const as = async (role: 'operator' | 'admin', organizationIds?: readonly string[]) =>
      graphClient(
        harness.instance.graphqlUrl,
        await operatorToken(resources, { subject: 'ola', role, ...(organizationIds && { organizationIds }) }),
      );
    expect(codes(await harness.ask(MUTATION, { id: personId }))).toEqual(['insufficient_scope']);
    expect(codes(await (await as('operator'))(MUTATION, { id: personId }))).toEqual(['insufficient_scope']);
    const elsewhere = await CampaignEventsHarness.at(harness.instance, 'Birch Credit');
    const foreign = await as('admin', [elsewhere.lender.organizationId]);
    for (const id of [personId, newId(), 'x'])
      expect(codes(await foreign(MUTATION, { id }))).toEqual(['person_not_found']);
    const admin = await as('admin');
    const begun = (await admin(MUTATION, { id: personId })).json.data.erasePerson;
    expect(begun.counts).toContainEqual({ table: 'person', rows: 1 });
    const parts = { ...resources, erasureSteps: ERASURE_STEPS };
    await runErasure(parts, { organizationId: harness.lender.organizationId, id: begun.id });
    const asked = await admin('query ($id: ID!) { erasure(id: $id) { finishedAt } }', { id: begun.id });
    expect(asked.json.data.erasure.finishedAt).not.toBeNull();
    expect(await found()).toEqual([]);
  });

  it('erasing an address: its events are deleted, its suppression stays; another lender’s data does not change', async () => {
    const elsewhere = await CampaignEventsHarness.at(harness.instance, 'Cedar Loans');
    await elsewhere.register('generic', unregistered);
    const { organizationId } = harness.lender;
    await harness.deliverNow([
      sentEvent({ recipient: marks.email, type: 'unsubscribe' }),
      sentEvent({ recipient: marks.email, type: 'unsubscribe', campaign: unregistered }),
    ]);
    // A part of an address matches nothing. Calls that belong to no lender yet are not searched for one lender's admin.
    for (const address of ['com', 'example.com', `${marks.email} x`])
      await expect(erase({ kind: 'recipient', organizationId, address })).rejects.toMatchObject({
        code: 'validation_failed',
      });
    const one = { ...ADMIN, organizationIds: [organizationId] };
    const wanted = { kind: 'recipient', organizationId, address: marks.email } as const;
    for (const refused of [service().begin(one, wanted), service().dryRun(one, wanted)])
      await expect(refused).rejects.toMatchObject({ code: 'insufficient_scope' });
    const longer = `b${marks.email}`;
    await sql.query(
      `insert into webhook_batch (id, provider, source, body, organization_ids, is_signed, status)
       values ($1, 'generic', 'test', $2, '{}', true, 'malformed')`,
      [newId(), Buffer.from(`\0{"recipient": "${longer}"`)],
    );
    const digests = async () => {
      const key = await ensureDigestKey(harness.instance.resources.db, harness.instance.resources.secrets);
      return [key, Buffer.alloc(1)].map((one) => recipientDigest(one, marks.email));
    };
    await service().dryRun(ADMIN, wanted);
    const { counts } = await erase(wanted);
    const { rows: entries } = await sql.query(
      "select * from audit_log where action in ('recipient.erase_dry_run', 'recipient.erase') order by id",
    );
    expect(entries.map(({ action }) => action)).toEqual(['recipient.erase_dry_run', 'recipient.erase']);
    for (const digest of await digests()) expect(JSON.stringify(entries)).not.toContain(digest);
    const kept = await sql.query('select 1 from webhook_batch where position($1::bytea in body) > 0', [
      Buffer.from(longer),
    ]);
    expect(kept.rows).toHaveLength(1);
    await sql.query('delete from webhook_batch where position($1::bytea in body) > 0', [Buffer.from(longer)]);
    expect(counts).toMatchObject({ campaign_event: 1, suppression: 1 });
    const left = await sql.query('select organization_id from campaign_event where lower(recipient) = lower($1)', [
      marks.email,
    ]);
    expect(left.rows).toEqual([{ organization_id: elsewhere.lender.organizationId }]);
  });
});
