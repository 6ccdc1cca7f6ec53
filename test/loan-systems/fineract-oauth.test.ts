import { type Logger, pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFineract, fineractSettings } from '../../connectors/loan-systems/fineract/fineract.js';
import { createHttpClient } from '../../connectors/loan-systems/http/http-client.js';
import { newId } from '../../core/ids/ids.js';
import { cents } from '../../core/money.js';
import { SimulatedClock } from '../../core/time/clock.js';
import type { IsoDate } from '../../core/time/dates.js';
import type { LoanSystem } from '../../loan-model/port.js';
import { referenceTo } from '../support/fineract/fineract-adapter.js';
import { FINERACT_USER, type FineractServer, openFineract } from '../support/fineract/fineract-server.js';
import { FINERACT_CLIENT, TOKEN_PATH } from '../support/fineract/fineract-tokens.js';

let server: FineractServer;
let clock: SimulatedClock;
let system: LoanSystem;
let lines: string[];
let closing: (() => Promise<void>)[];

beforeEach(async () => {
  server = await openFineract();
  clock = new SimulatedClock('2026-11-20T15:00:00Z');
  server.book.businessDate = '2026-11-20' as IsoDate;
  closing = [() => server.close()];
  lines = [];
  system = fineract(FINERACT_CLIENT.clientSecret);
});
afterEach(async () => {
  for (const close of closing) await close();
  expect(server.violations).toEqual([]);
});

/** An adapter with an OAuth client, as an operator sets it up. */
function fineract(clientSecret: string): LoanSystem {
  const { baseUrl } = server;
  const logger: Logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const tokenUrl = new URL(TOKEN_PATH, baseUrl).href;
  const settings = { 'token-url': tokenUrl, 'client-id': FINERACT_CLIENT.clientId, scope: 'loans' };
  return createFineract({
    code: 'fineract',
    baseUrl,
    settings: fineractSettings.parse({ ...settings, tenant: FINERACT_USER.tenant }),
    secrets: { 'client-secret': clientSecret },
    connect: (headers, address = baseUrl) => {
      const client = createHttpClient({ system: 'fineract', baseUrl: address, headers, timeoutMs: 60_000, logger });
      closing.push(() => client.close());
      return client;
    },
    clock,
    logger,
  });
}

const payment = (loan = server.book.loan()) => ({
  loan: referenceTo(loan),
  externalReference: newId(),
  amountCents: cents(1_000),
  paymentMethod: 'cash',
  checkNumber: null,
  memo: null,
});

describe('Fineract with an OAuth client', () => {
  it('payments and the sync use one access token, until it is about to expire', async () => {
    expect(await system.postPayment(payment())).toMatchObject({ kind: 'confirmed' });
    expect(await system.source?.heads({ since: null, page: null, limit: 10 })).toMatchObject({ kind: 'answered' });
    expect(server.tokens.heard).toEqual(['grant_type=client_credentials&scope=loans']);
    clock.moveTo('2026-11-20T15:04:29Z');
    await system.businessDay();
    expect(server.tokens.issued).toHaveLength(1);
    clock.moveTo('2026-11-20T15:04:30Z');
    await system.businessDay();
    expect(server.tokens.issued).toHaveLength(2);
  });

  it('calls at once request one token', async () => {
    await Promise.all(Array.from({ length: 8 }, () => system.businessDay()));
    expect(server.tokens.issued).toHaveLength(1);
  });

  it('a token that the server refuses is replaced once, and the payment is posted once', async () => {
    await system.businessDay();
    server.tokens.revokeAll();
    const order = payment();
    expect(await system.postPayment(order)).toMatchObject({ kind: 'confirmed' });
    expect(server.tokens.issued).toHaveLength(2);
    expect(server.book.byExternalId.get(order.externalReference)?.loan.transactions).toHaveLength(2);
  });

  it('a client whose tokens are always refused is asked for one more, and no further', async () => {
    await system.businessDay();
    server.tokens.isValid = () => false;
    expect(await system.businessDay()).toMatchObject({ kind: 'unavailable' });
    expect(server.tokens.issued).toHaveLength(2);
  });

  it('without a token nothing is sent: a payment is unreachable', async () => {
    server.tokens.isDown = true;
    expect(await system.postPayment(payment())).toEqual({ kind: 'unreachable' });
    expect(server.heard).toEqual([]);
    server.tokens.isDown = false;
    expect(await system.postPayment(payment())).toMatchObject({ kind: 'confirmed' });
  });

  it('logs neither the secret nor a token', async () => {
    await system.postPayment(payment());
    server.faults.next('business_date', 'hang');
    server.tokens.revokeAll();
    server.tokens.isDown = true;
    await system.businessDay();
    await fineract('a wrong secret').businessDay();
    const logged = lines.join('');
    expect(logged).toContain('the token endpoint gave no access token');
    for (const secret of [FINERACT_CLIENT.clientSecret, 'a wrong secret', ...server.tokens.issued, 'Basic ', 'Bearer '])
      expect(logged).not.toContain(secret);
  });
});
