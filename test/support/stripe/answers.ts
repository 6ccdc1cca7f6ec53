/** What the stand-in answers: a status and a body in Stripe's shapes. */
export interface Answer {
  readonly status: number;
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Kept under its Idempotency-Key: true from the moment that the endpoint began to work. */
  readonly isStored: boolean;
}

export interface StripeErrorBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly advice_code?: string;
  readonly param?: string;
  readonly setup_intent?: object;
  readonly payment_intent?: object;
}

export const ok = (body: object): Answer => ({ status: 200, body, isStored: true });

export const failed = (status: number, error: StripeErrorBody, isStored = false): Answer => ({
  status,
  body: { error },
  isStored,
});

/** Parameters that do not pass: answered before the endpoint works, and not kept. */
export const invalid = (message: string, rest: Partial<StripeErrorBody> = {}): Answer =>
  failed(400, { type: 'invalid_request_error', message, ...rest });

export const missing = (kind: string, id: string, param: string): Answer =>
  invalid(`No such ${kind}: '${id}'`, { code: 'resource_missing', param });

/** The issuer's, or Stripe's, refusal of a card: an outcome, and kept. */
export function cardError(code: string, rest: Partial<StripeErrorBody> = {}): Answer {
  return failed(402, { type: 'card_error', message: 'Your card was declined.', code, ...rest }, true);
}
