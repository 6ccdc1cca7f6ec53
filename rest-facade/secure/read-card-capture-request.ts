import { type CaptureCardBody, isTakenBrand } from '../../core/contract/card-capture.js';
import type { BillingAddress, CardEntry } from '../../core/contract/tokenize-card-types.js';
import { issuesFromZod } from '../../core/errors/from-zod.js';
import { invalid, Problem } from '../../core/errors/problem.js';
import { decode, readSecretBytes } from '../../core/http/front/body.js';
import { parseJson } from '../../core/http/front/json.js';
import { isId } from '../../core/ids/ids.js';
import type { Exchange } from '../request/http-exchange.js';
import { headersOf, queryOf } from '../request/request-parts.js';
import type { CaptureServices } from './capture-services.js';

const BODY_LIMIT_BYTES = 16_384;

/** A parsed capture request, with the card separate from everything that may be passed on. */
export interface CaptureRequest {
  /** A digest of the client's key. */
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  readonly accountId: string;
  readonly partyId: string | null;
  readonly billingAddressId: string | null;
  readonly oneTimeAddress: BillingAddress | null;
  readonly cardholderName: string;
  readonly nickname: string | null;
  readonly setDefault: boolean;
  /** Why it would be refused today, unless the key already has a stored response. */
  readonly refusal: Problem | undefined;
  /** Returns the card once; later calls fail. */
  takeCard(): CardEntry;
}

/**
 * Reads and checks a capture. The bytes are wiped; the text and values made from them are left to the garbage collector
 * as soon as this returns.
 *
 * @throws {Problem} `validation_failed`, `card_declined` for a brand that is not supported, `account_not_found`,
 * `malformed_request`, `payload_too_large`, `unsupported_media_type`
 */
export async function readCapture({ request }: Exchange, capture: CaptureServices): Promise<CaptureRequest> {
  const bytes = await readSecretBytes(request, BODY_LIMIT_BYTES, ['application/json']);
  try {
    const body = bytes === undefined ? undefined : parseJson(decode(bytes));
    const input = { query: queryOf(request.url), header: headersOf(request, ['Idempotency-Key']), body };
    const { error } = capture.request.safeParse(input);
    const refusal = error && invalid(issuesFromZod({ error, input }));
    const lasting = capture.lastingRequest.safeParse(input);
    if (!lasting.success) throw refusal ?? invalid(issuesFromZod({ error: lasting.error, input }));
    const { header, body: sent } = lasting.data;
    if (!isTakenBrand(sent.card.number)) throw new Problem('card_declined', { reason: 'card_not_supported' });
    // A malformed id could be any misplaced value, even a card number, so it is not passed on.
    if (!isId(sent.account_id)) throw new Problem('account_not_found');
    const keyed: Keyed = {
      idempotencyKey: capture.keyDigest(header['Idempotency-Key']),
      fingerprint: capture.fingerprint(withoutDefaults(sent)),
      refusal,
    };
    return { ...keyed, ...captureRequest(sent) };
  } finally {
    bytes?.fill(0);
  }
}

type Keyed = Pick<CaptureRequest, 'idempotencyKey' | 'fingerprint' | 'refusal'>;

/** Writing out a default does not make it a different body. */
function withoutDefaults({ set_default: isDefault, ...body }: CaptureCardBody): Readonly<Record<string, unknown>> {
  return { ...body, set_default: isDefault || null };
}

function captureRequest(body: CaptureCardBody): Omit<CaptureRequest, keyof Keyed> {
  return {
    accountId: body.account_id,
    partyId: body.party_id ?? null,
    billingAddressId: body.billing_address_id ?? null,
    oneTimeAddress: oneTimeAddress(body.billing_address),
    cardholderName: body.cardholder_name,
    nickname: body.nickname ?? null,
    setDefault: body.set_default ?? false,
    takeCard: taken(body.card),
  };
}

function oneTimeAddress(sent: CaptureCardBody['billing_address']): BillingAddress | null {
  if (sent === undefined || sent === null) return null;
  const { line1, line2 = null, city, state = null, postal_code: postalCode = null, country } = sent;
  return { line1, line2, city, state, postalCode, country: country ?? 'US' };
}

function taken({ number, expiration_month, expiration_year, cvc }: CaptureCardBody['card']): () => CardEntry {
  let held: CardEntry | undefined = { number, expirationMonth: expiration_month, expirationYear: expiration_year, cvc };
  return () => {
    const card = held;
    held = undefined;
    if (card === undefined) throw new Error('the card has already been passed on');
    return card;
  };
}
