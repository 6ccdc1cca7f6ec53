import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mambuSecrets } from '../../connectors/loan-systems/mambu/mambu.js';
import { isoInstantOf } from '../../core/time/dates.js';
import type { HeadPage, HeadsRequest, LoanHead, SourceLoan } from '../../loan-model/loan-source-types.js';
import { readLoan } from '../../subgraphs/servicing/loan-systems/sync/read-loan-from-source.js';
import { type ReadLoan, readPageOfLoans } from '../../subgraphs/servicing/loan-systems/sync/read-page-of-loans.js';
import {
  answered,
  type MambuHarness,
  openMambuHarness,
  paymentOn,
  referenceTo,
  reversalOf,
} from '../support/mambu/mambu-harness.js';
import type { BookLoan } from '../support/mambu/mambu-loan.js';
import { MAMBU_USER } from '../support/mambu/mambu-server.js';

let harness: MambuHarness;

beforeAll(async () => {
  harness = await openMambuHarness();
});
afterAll(async () => {
  expect(harness.server.violations).toEqual([]);
  await harness.close();
});

const book = () => harness.server.book;

describe('a list that Mambu itself answers with 404', () => {
  it('is unavailable, never empty', async () => {
    const words = JSON.stringify({ errors: [{ errorCode: 100, errorReason: 'INVALID_LOAN_ACCOUNT_ID' }] });
    const server = createServer((_, response) => response.writeHead(404).end(words));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const odd = await openMambuHarness({ server: harness.server, baseUrl: `http://127.0.0.1:${port}` });
    const loan = referenceTo(book().loan());
    expect(await odd.source.heads({ since: null, page: null, limit: 10 })).toEqual({ kind: 'unavailable' });
    expect(await odd.source.transactions(loan.externalId, null)).toMatchObject({ kind: 'unavailable' });
    expect(await odd.system.findPosting(loan, 'x')).toMatchObject({ kind: 'unavailable' });
    expect(await odd.source.loan(loan.externalId)).toEqual({ kind: 'answered', value: 'absent' });
    await odd.close();
    server.close();
  });
});

describe('heads', () => {
  it('lists every loan once, page by page, and can continue from a page later', async () => {
    const many = await openMambuHarness();
    for (let count = 0; count < 25; count += 1) many.server.book.loan({ installments: 1 });
    const pages: HeadPage[] = [];
    for (let page: string | null = null; pages.length === 0 || page !== null; ) {
      const turned: HeadPage = answered(await many.source.heads({ since: null, page, limit: 10 }));
      pages.push(turned);
      page = turned.next;
    }
    expect(pages.map(({ heads }) => heads.length)).toEqual([10, 10, 5]);
    const seen = pages.flatMap(({ heads }) => heads.map(({ externalId }) => externalId));
    expect(new Set(seen)).toEqual(new Set(many.server.book.loans.keys()));
    expect(seen).toHaveLength(25);
    expect(answered(await many.source.heads({ since: null, page: pages[0]?.next ?? '', limit: 10 }))).toEqual(pages[1]);
    expect(many.server.violations).toEqual([]);
    await many.close();
  });

  it('since an instant: loans changed at it or after it', async () => {
    const changes = await openMambuHarness();
    const [before, at, after] = ['2026-03-01T10:00:00Z', '2026-03-01T10:00:05Z', '2026-03-01T10:00:09Z'].map(
      (disbursedAt) => changes.server.book.loan({ disbursedAt }),
    );
    const since = isoInstantOf('2026-03-01T10:00:05Z') ?? null;
    const { heads } = answered(await changes.source.heads({ since, page: null, limit: 10 }));
    expect(heads.map(({ externalId }) => externalId)).toEqual([at?.key, after?.key]);
    expect(before?.key).toBeDefined();
    await changes.close();
  });

  it('lists loans whose client or group was modified, with another revision than the read, whatever their own date', async () => {
    const quiet = await openMambuHarness();
    const { book: held } = quiet.server;
    const disbursedAt = '2026-03-01T10:00:00Z';
    const [client, group] = [held.holder('CLIENT', 'Grace'), held.holder('GROUP', 'Weavers')];
    const loans = [client, client, group, held.holder()].map((holder) => held.loan({ holder, disbursedAt }).key);
    const since = isoInstantOf('2026-03-02T00:00:00Z') ?? null;
    const listed = async (from = since) => {
      const { heads, next } = answered(await quiet.source.heads({ since: from, page: null, limit: 10 }));
      return [heads.map(({ externalId }) => externalId), next];
    };
    expect(await listed()).toEqual([[], null]);
    held.changePhone(client, '+1 212 555 0111');
    held.changePhone(group, '+1 212 555 0112');
    expect(await listed()).toEqual([loans.slice(0, 3), null]);
    // A full pass too: it may follow an incremental one that saw the change no more.
    expect(await listed(null)).toEqual([[...loans, ...loans.slice(0, 3)], null]);
    const { heads } = answered(await quiet.source.heads({ since, page: null, limit: 10 }));
    const read = answered(await quiet.source.loan(heads[0]?.externalId ?? ''));
    expect(read).toMatchObject({ externalId: loans[0] });
    expect(read).not.toMatchObject({ revision: heads[0]?.revision });
    expect(quiet.server.violations).toEqual([]);
    await quiet.close();
  });

  it('lists modified clients page by page', async () => {
    const many = await openMambuHarness();
    const { book: held } = many.server;
    for (let count = 0; count < 130; count += 1) {
      const holder = held.holder();
      held.loan({ holder, disbursedAt: '2026-03-01T10:00:00Z', installments: 1 });
      held.changePhone(holder, `+1 212 555 ${1_000 + count}`);
    }
    const since = isoInstantOf('2026-03-02T00:00:00Z') ?? null;
    const pages: HeadPage[] = [];
    for (let page: string | null = null; pages.length === 0 || page !== null; page = pages.at(-1)?.next ?? null)
      pages.push(answered(await many.source.heads({ since, page, limit: 10 })));
    expect(pages.map(({ heads }) => heads.length)).toEqual([100, 30]);
    await many.close();
  });

  it('goes on without modified clients when Mambu refuses to list them', async () => {
    const refusing = await openMambuHarness();
    const loan = refusing.server.book.loan();
    refusing.server.faults.always('search_clients', 'refuse');
    const { heads, next } = answered(await refusing.source.heads({ since: null, page: null, limit: 10 }));
    expect([heads.map(({ externalId }) => externalId), next]).toEqual([[loan.key], null]);
    refusing.server.faults.clear();
    refusing.server.faults.always('search_clients', 'html');
    expect(await refusing.source.heads({ since: null, page: null, limit: 10 })).toEqual({ kind: 'unavailable' });
    await refusing.close();
  });

  it('lists loans of groups again in a full pass when members owe them', async () => {
    const owing = await openMambuHarness({ settings: { 'group-co-borrowers': 'all' } });
    const loan = owing.server.book.loan({ holder: owing.server.book.holder('GROUP', 'Weavers') });
    const [head] = answered(await owing.source.heads({ since: null, page: null, limit: 10 })).heads;
    expect(answered(await owing.source.loan(loan.key))).not.toMatchObject({ revision: head?.revision });
    const since = isoInstantOf('2020-03-02T00:00:00Z') ?? null;
    const [later] = answered(await owing.source.heads({ since, page: null, limit: 10 })).heads;
    expect(answered(await owing.source.loan(loan.key))).toMatchObject({ revision: later?.revision });
    await owing.close();
  });

  it('a revision is the same in the list and in the single read, and different after every change of the loan', async () => {
    const loan = book().loan({ principal: 50_000 });
    // Mambu dates modifications by the second: here all of them are in the same second.
    vi.spyOn(book(), 'now').mockReturnValue(loan.modifiedAt);
    const seen = new Set<string>([await revision(loan)]);
    const payment = paymentOn(loan);
    const posted = await harness.system.postPayment(payment);
    seen.add(await revision(loan));
    book().fee(loan, 100);
    seen.add(await revision(loan));
    book().setState(loan, 'ACTIVE_IN_ARREARS');
    seen.add(await revision(loan));
    expect(seen.size).toBe(4);
    vi.mocked(book().now).mockRestore();
    if (posted.kind !== 'confirmed') throw new Error('not posted');
    await harness.system.reversePayment(reversalOf(payment, posted.posting));
    seen.add(await revision(loan));
    expect(seen.size).toBe(5);
  });

  it('one unreadable loan does not hide the others', async () => {
    const odd = await openMambuHarness();
    const [good, bad] = [odd.server.book.loan(), odd.server.book.loan()];
    Object.assign(bad, { principal: 'a lot' });
    odd.server.violations.length = 0;
    const { heads } = answered(await odd.source.heads({ since: null, page: null, limit: 10 }));
    expect(heads.map(({ externalId }) => externalId).sort()).toEqual([good.key, bad.key].sort());
    expect(await odd.source.loan(bad.key)).toEqual({ kind: 'unavailable' });
    await odd.close();
  });

  async function revision(loan: BookLoan): Promise<string> {
    const listed = await allHeads({ since: null, page: null, limit: 1_000 });
    const { revision: own } = await read(loan);
    expect(listed.find(({ externalId }) => externalId === loan.key)?.revision).toBe(own);
    return own;
  }

  async function allHeads(request: HeadsRequest): Promise<readonly LoanHead[]> {
    return answered(await harness.source.heads(request)).heads;
  }
});

describe('transactions', () => {
  it('all of them, in pages, with reversals in addition to the reversed transactions', async () => {
    const loan = book().loan({ principal: 200_000 });
    const payment = paymentOn(loan, 5_000);
    const posted = await harness.system.postPayment(payment);
    if (posted.kind !== 'confirmed') throw new Error('not posted');
    await harness.system.reversePayment(reversalOf(payment, posted.posting, { isNsf: true }));
    const { transactions, next } = answered(await harness.source.transactions(loan.key, null));
    expect(next).toBeNull();
    expect(transactions.map(({ type, status, amountCents }) => [type, status, amountCents])).toEqual([
      ['nsf', 'posted', 5_000],
      ['payment', 'reversed', 5_000],
      ['disbursement', 'posted', 200_000],
    ]);
    expect(transactions[0]?.originalExternalId).toBe(transactions[1]?.externalId);
    expect(transactions[1]).toMatchObject({ externalId: posted.posting.externalId, endingBalanceCents: 195_000 });
  });

  it('more than one page', async () => {
    const loan = book().loan({ principal: 10_000_000 });
    for (let count = 0; count < 1_100; count += 1) book().repay(loan, { amount: 100 + count });
    const first = answered(await harness.source.transactions(loan.key, null));
    const second = answered(await harness.source.transactions(loan.key, first.next));
    expect([first.transactions.length, first.next, second.transactions.length, second.next]).toEqual([
      1_000,
      '1000',
      101,
      null,
    ]);
    const keys = [...first.transactions, ...second.transactions].map(({ externalId }) => externalId);
    expect(new Set(keys)).toEqual(new Set(loan.transactions.map(({ key }) => key)));
  });
});

describe('person', () => {
  it('a client', async () => {
    const holder = book().holder('CLIENT', 'Grace', 'Okafor');
    expect(answered(await harness.source.person(holder.key))).toMatchObject({
      externalId: holder.key,
      displayName: 'Grace Okafor',
      email: 'grace@example.test',
      addresses: [{ state: 'NY', country: 'US' }],
    });
  });

  it('a group that holds a loan', async () => {
    const loan = book().loan({ holder: book().holder('GROUP', 'Weavers') });
    const [borrower] = (await read(loan)).borrowers;
    expect(answered(await harness.source.person(borrower?.externalId ?? ''))).toMatchObject({ displayName: 'Weavers' });
  });

  it.each([
    ['', []],
    ['none', []],
    ['Borrower, Spouse', ['Ada', 'Bo']],
    ['BORROWER', ['Ada']],
    ['all', ['Ada', 'Bo', 'Cy']],
  ])('the members of a group who owe its loan too, with %j', async (setting, owing) => {
    const group = book().holder('GROUP', 'Weavers');
    for (const [name, role] of [
      ['Ada', 'Borrower'],
      ['Bo', 'Spouse'],
      ['Cy', 'Accountant'],
    ] as const)
      group.members.push({ client: book().holder('CLIENT', name), role });
    const joint = await openMambuHarness({ server: harness.server, settings: { 'group-co-borrowers': setting } });
    const loan = answered(await joint.source.loan(book().loan({ holder: group }).key));
    if (loan === 'absent') throw new Error('the loan is there');
    expect(loan.borrowers).toEqual([
      { externalId: `GROUP:${group.key}`, role: 'primary' },
      ...group.members
        .filter(({ client }) => owing.includes(client.name))
        .map(({ client }) => ({ externalId: client.key, role: 'co_borrower' })),
    ]);
    await joint.close();
  });

  it('an unknown person is absent', async () => {
    expect(answered(await harness.source.person('8a8e00000000000000000000000000ff'))).toBe('absent');
  });
});

describe('credentials', () => {
  it('are an API key, or a user and password', async () => {
    const basic = await openMambuHarness({ server: harness.server, secrets: MAMBU_USER });
    expect(answered(await basic.system.quotePayoff(referenceTo(book().loan())))).toMatchObject({ payable: true });
    await basic.close();
  });

  it.each([[{}], [{ username: 'tributary' }], [{ password: 'pAssWord' }], [{ 'api-key': 'k', password: 'p' }]])(
    '%j is neither',
    (secrets) => {
      expect(mambuSecrets.safeParse(secrets).success).toBe(false);
    },
  );

  it('that Mambu does not accept: unreachable and unavailable, and an error in our log, without the key', async () => {
    const wrong = await openMambuHarness({ server: harness.server, secrets: { 'api-key': 'wRonG' } });
    const errors = vi.spyOn(wrong.logger, 'error');
    const loan = book().loan();
    expect(await wrong.system.postPayment(paymentOn(loan))).toEqual({ kind: 'unreachable' });
    expect(await wrong.system.quotePayoff(referenceTo(loan))).toEqual({ kind: 'unavailable' });
    expect(errors).toHaveBeenCalledWith(
      expect.objectContaining({ status: 401, errors: ['INVALID_CREDENTIALS'] }),
      expect.any(String),
    );
    expect(JSON.stringify(errors.mock.calls)).not.toContain('wRonG');
    expect(loan.transactions).toHaveLength(1);
    await wrong.close();
  });
});

async function read(loan: BookLoan): Promise<SourceLoan> {
  const found = answered(await harness.source.loan(loan.key));
  if (found === 'absent') throw new Error('Mambu has no such loan');
  return found;
}

describe('loans in sets', () => {
  it('a page takes one call for each schedule and a few for the rest, and returns what single reads return', async () => {
    const many = await openMambuHarness();
    const { faults } = many.server;
    const client = many.server.book.holder();
    for (let count = 0; count < 60; count += 1) {
      const loan = many.server.book.loan(count % 2 === 0 ? { holder: client } : {});
      for (let paid = 0; paid < 9; paid += 1) many.server.book.repay(loan, { amount: 1_000 + paid });
    }
    const heads = [...many.server.book.loans.keys()].map((externalId) => ({ externalId, revision: 'r' }));
    const read: ReadLoan[] = [];
    const parts = { source: many.source, shallPause: () => false, noteError: async () => {} };
    for await (const batch of readPageOfLoans(parts, heads)) read.push(...batch);
    const calls = [
      'search_loans',
      'schedule',
      'search_transactions',
      'search_clients',
      'loan',
      'transactions',
      'client',
    ];
    expect(calls.map((call) => faults.count(call))).toEqual([1, 60, 2, 1, 0, 0, 0]);
    for (const { externalId, result } of read) {
      expect(result).toEqual(answered(await readLoan(many.source, externalId)));
    }
    expect(many.server.violations).toEqual([]);
    await many.close();
  });
});
