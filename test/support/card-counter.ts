import { randomUUID } from 'node:crypto';
import { newId } from '../../core/ids/ids.js';
import type { Resources } from '../../runtime/assembly/resources.js';
import { type ApiAnswer, send } from './api.js';
import type { Lender } from './lender.js';

/** The card that every processor's test mode accepts. */
export const VISA = { number: '4242424242424242', expiration_month: 12, expiration_year: 2034, cvc: '123' } as const;

export const ADDRESS = { line1: '1 Main St', city: 'Springfield', state: 'IL', postal_code: '62701' } as const;

type Fields = Readonly<Record<string, unknown>>;

/** Submits cards as an integrator would. */
export class CardCounter {
  readonly secureUrl: string;
  readonly token: string;
  readonly accountId: string;

  constructor(secureUrl: string, token: string, accountId: string) {
    this.secureUrl = secureUrl;
    this.token = token;
    this.accountId = accountId;
  }

  /** A capture that succeeds unless changed by the arguments: `card` replaces single fields of the card. */
  body({ card = {}, ...fields }: Fields & { readonly card?: unknown } = {}): Fields {
    const entry = typeof card === 'object' ? { ...VISA, ...card } : card;
    return {
      account_id: this.accountId,
      cardholder_name: 'Ada Borrower',
      card: entry,
      billing_address: ADDRESS,
      ...fields,
    };
  }

  capture(fields: Fields & { readonly card?: unknown } = {}, key: string = randomUUID()): Promise<ApiAnswer> {
    return this.send(this.body(fields), key);
  }

  send(body: unknown, key: string | undefined = randomUUID(), headers: Readonly<Record<string, string>> = {}) {
    return send(`${this.secureUrl}/v1/payment-methods/cards`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.token}`,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }
}

/** Returns the address's id. */
export async function addAddress(
  { pool }: Pick<Resources, 'pool'>,
  { organizationId }: Pick<Lender, 'organizationId'>,
  personId: string,
  { line1 = '7 Elm St', kind = 'billing', isCurrent = true } = {},
): Promise<string> {
  const id = newId();
  await pool.query(
    `insert into person_address (id, organization_id, person_id, kind, is_current, line1, city, state, postal_code)
     values ($1, $2, $3, $4, $5, $6, 'Springfield', 'IL', '62701')`,
    [id, organizationId, personId, kind, isCurrent, line1],
  );
  return id;
}
