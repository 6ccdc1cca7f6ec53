import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Reached } from '../connectors/loan-systems/port.js';
import type { HeadPage, HeadsRequest, LoanHead, SourceLoan } from '../connectors/loan-systems/source.js';
import { isoInstantOf } from '../core/dates.js';
import type { BookLoan } from './support/mambu/mambu-book.js';
import { type MambuDesk, openMambuDesk, paymentOn, referenceTo, reversalOf } from './support/mambu/mambu-desk.js';

let desk: MambuDesk;

beforeAll(async () => {
  desk = await openMambuDesk();
});
afterAll(async () => {
  expect(desk.server.violations).toEqual([]);
  await desk.close();
});

const book = () => desk.server.book;

describe('heads', () => {
  it('pages through every loan once, and a page can be gone on from later', async () => {
    const many = await openMambuDesk();
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

  it('since an instant: what changed at it or after it', async () => {
    const changes = await openMambuDesk();
    const [before, at, after] = ['2026-03-01T10:00:00Z', '2026-03-01T10:00:05Z', '2026-03-01T10:00:09Z'].map(
      (disbursedAt) => changes.server.book.loan({ disbursedAt }),
    );
    const since = isoInstantOf('2026-03-01T10:00:05Z') ?? null;
    const { heads } = answered(await changes.source.heads({ since, page: null, limit: 10 }));
    expect(heads.map(({ externalId }) => externalId)).toEqual([at?.key, after?.key]);
    expect(before?.key).toBeDefined();
    await changes.close();
  });

  it('a revision is the same on the list and by itself, and another one after whatever happens to the loan', async () => {
    const loan = book().loan({ principal: 50_000 });
    // Mambu dates modifications by the second: here all of them fall into the same one.
    vi.spyOn(book(), 'now').mockReturnValue(loan.modifiedAt);
    const seen = new Set<string>([await revision(loan)]);
    const payment = paymentOn(loan);
    const posted = await desk.system.postPayment(payment);
    seen.add(await revision(loan));
    book().fee(loan, 100);
    seen.add(await revision(loan));
    book().setState(loan, 'ACTIVE_IN_ARREARS');
    seen.add(await revision(loan));
    expect(seen.size).toBe(4);
    vi.mocked(book().now).mockRestore();
    if (posted.kind !== 'confirmed') throw new Error('not posted');
    await desk.system.reversePayment(reversalOf(payment, posted.posting));
    seen.add(await revision(loan));
    expect(seen.size).toBe(5);
  });

  it('one loan that cannot be understood does not hide the others', async () => {
    const odd = await openMambuDesk();
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
    return answered(await desk.source.heads(request)).heads;
  }
});

describe('loan', () => {
  it('an open one: balance, contract, borrower and what is due next, as Mambu says', async () => {
    const loan = book().loan({ principal: 120_000, interest: 6_000, disbursedAt: at(-10) });
    expect(await read(loan)).toEqual({
      externalId: loan.key,
      revision: expect.stringMatching(/^[\w-]{22}$/),
      externalContractNumber: loan.id,
      externalAccountNumber: loan.id,
      sourceStatus: 'ACTIVE',
      statusCode: 'active',
      currentBalanceCents: 120_000,
      contract: {
        originatedOn: day(loan.disbursedAt),
        firstDueOn: loan.installments[0]?.dueOn,
        maturityOn: loan.installments[11]?.dueOn,
        originalPrincipalCents: 120_000,
        scheduledPaymentCents: 10_500,
        annualRate: '12.5',
        termMonths: 12,
      },
      milestones: { chargedOffOn: null, paidOffOn: null },
      pastDue: {
        asOf: today(),
        pastDueCents: 0,
        oldestUnpaidOn: null,
        nextDueOn: loan.installments[0]?.dueOn,
        nextDueCents: 10_500,
      },
      lifecycleEvents: [
        { type: 'opened', fromStatus: 'pending', toStatus: 'active', occurredAt: second(loan.disbursedAt) },
      ],
      borrowers: [{ externalId: loan.holder.key, role: 'primary' }],
    });
  });

  it('one in arrears: past due is what was due before today and is not paid', async () => {
    const loan = book().loan({ principal: 120_000, interest: 6_000, disbursedAt: at(-100) });
    book().repay(loan, { amount: 12_000 });
    book().setState(loan, 'ACTIVE_IN_ARREARS', 'LOCKED');
    const { statusCode, sourceStatus, pastDue, lifecycleEvents } = await read(loan);
    expect([statusCode, sourceStatus]).toEqual(['delinquent', 'ACTIVE_IN_ARREARS/LOCKED']);
    expect(pastDue).toEqual({
      asOf: today(),
      pastDueCents: 3 * 10_500 - 12_000,
      oldestUnpaidOn: loan.installments[1]?.dueOn,
      nextDueOn: loan.installments[3]?.dueOn,
      nextDueCents: 10_500,
    });
    expect(lifecycleEvents.at(-1)).toMatchObject({ type: 'delinquent', occurredAt: second(loan.arrearsAt ?? 0) });
  });

  it('what is due today is not past due yet', async () => {
    const loan = book().loan({ principal: 120_000 });
    Object.assign(loan.installments[0] ?? {}, { dueOn: today() });
    expect((await read(loan)).pastDue).toMatchObject({ pastDueCents: 0, oldestUnpaidOn: null, nextDueOn: today() });
  });

  it.each([
    ['repaid', (loan: BookLoan) => book().repay(loan, { amount: 100_000 }), 'paid_in_full', 'paidOffOn'],
    ['written off', (loan: BookLoan) => book().writeOff(loan), 'charged_off', 'chargedOffOn'],
  ] as const)('one that is %s: nothing is owed, and when that came is told', async (_, close, status, milestone) => {
    const loan = book().loan({ principal: 100_000 });
    close(loan);
    const closed = await read(loan);
    expect(closed).toMatchObject({
      statusCode: status,
      currentBalanceCents: 0,
      milestones: { [milestone]: day(loan.closedAt ?? 0) },
      pastDue: { pastDueCents: 0, nextDueOn: null, nextDueCents: null },
    });
    expect(closed.lifecycleEvents.at(-1)).toMatchObject({ type: status, occurredAt: second(loan.closedAt ?? 0) });
  });

  it('a state that we do not know is unknown, with Mambu’s word for it in the log', async () => {
    const strange = await openMambuDesk();
    const child = vi.spyOn(strange.logger, 'warn');
    const loan = strange.server.book.loan();
    strange.server.book.setState(loan, 'HIBERNATING');
    expect(answered(await strange.source.loan(loan.key))).toMatchObject({
      statusCode: 'unknown',
      sourceStatus: 'HIBERNATING',
    });
    expect(child).toHaveBeenCalledWith(expect.objectContaining({ status: 'HIBERNATING' }), expect.any(String));
    await strange.close();
  });

  it('whose principal is no whole number of cents is unavailable, never rounded', async () => {
    const loan = book().loan({ principal: 100.5 });
    expect(await desk.source.loan(loan.key)).toEqual({ kind: 'unavailable' });
  });

  it('in another currency than dollars is unavailable, and takes no payments', async () => {
    const loan = book().loan({ currency: 'KES' });
    expect(await desk.source.loan(loan.key)).toEqual({ kind: 'unavailable' });
    expect(answered(await desk.system.quotePayoff(referenceTo(loan)))).toMatchObject({ payable: false });
  });

  it('that Mambu does not have is absent', async () => {
    expect(answered(await desk.source.loan('8a8e00000000000000000000000000ff'))).toBe('absent');
  });

  it.each(['loan', 'schedule'])('without an answer about the %s is unavailable', async (call) => {
    const loan = book().loan();
    desk.server.faults.next(call, 'html');
    expect(await desk.source.loan(loan.key)).toEqual({ kind: 'unavailable' });
  });
});

describe('transactions', () => {
  it('all of them, in pages, with reversals beside what they take back', async () => {
    const loan = book().loan({ principal: 200_000 });
    const payment = paymentOn(loan, 5_000);
    const posted = await desk.system.postPayment(payment);
    if (posted.kind !== 'confirmed') throw new Error('not posted');
    await desk.system.reversePayment(reversalOf(payment, posted.posting, { isNsf: true }));
    const { transactions, next } = answered(await desk.source.transactions(loan.key, null));
    expect(next).toBeNull();
    expect(transactions.map(({ type, status, amountCents }) => [type, status, amountCents])).toEqual([
      ['nsf', 'posted', 5_000],
      ['payment', 'reversed', 5_000],
      ['disbursement', 'posted', 200_000],
    ]);
    expect(transactions[0]?.originalExternalId).toBe(transactions[1]?.externalId);
    expect(transactions[1]).toMatchObject({ externalId: posted.posting.externalId, endingBalanceCents: 195_000 });
  });

  it('more than a page holds', async () => {
    const loan = book().loan({ principal: 10_000_000 });
    for (let count = 0; count < 1_100; count += 1) book().repay(loan, { amount: 100 + count });
    const first = answered(await desk.source.transactions(loan.key, null));
    const second = answered(await desk.source.transactions(loan.key, first.next));
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
    expect(answered(await desk.source.person(holder.key))).toMatchObject({
      externalId: holder.key,
      displayName: 'Grace Okafor',
      email: 'grace@example.test',
      addresses: [{ state: 'NY', country: 'US' }],
    });
  });

  it('a group that holds a loan', async () => {
    const loan = book().loan({ holder: book().holder('GROUP', 'Weavers') });
    const [borrower] = (await read(loan)).borrowers;
    expect(answered(await desk.source.person(borrower?.externalId ?? ''))).toMatchObject({ displayName: 'Weavers' });
  });

  it('nobody is absent', async () => {
    expect(answered(await desk.source.person('8a8e00000000000000000000000000ff'))).toBe('absent');
  });
});

async function read(loan: BookLoan): Promise<SourceLoan> {
  const found = answered(await desk.source.loan(loan.key));
  if (found === 'absent') throw new Error('Mambu has no such loan');
  return found;
}

function answered<T>(reached: Reached<T>): T {
  if (reached.kind === 'unavailable') throw new Error('Mambu did not answer');
  return reached.value;
}

/** So many days from now. */
function at(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

function day(instant: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: book().timeZone }).format(new Date(instant));
}

function today(): string {
  return day(Date.now());
}

function second(instant: number): string {
  return new Date(Math.floor(instant / 1000) * 1000).toISOString();
}
