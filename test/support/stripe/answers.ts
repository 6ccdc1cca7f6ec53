/** A response of the stand-in: a status and a body in Stripe's format. */
export interface Answer {
  readonly status: number;
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it is stored under its Idempotency-Key: true once the endpoint has started to work. */
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

/** Invalid parameters: answered before the endpoint works, and not stored. */
export const invalid = (message: string, rest: Partial<StripeErrorBody> = {}): Answer =>
  failed(400, { type: 'invalid_request_error', message, ...rest });

export const missing = (kind: string, id: string, param: string): Answer =>
  invalid(`No such ${kind}: '${id}'`, { code: 'resource_missing', param });

/** A card's refusal by the issuer or by Stripe: an outcome, and stored. */
export function cardError(code: string, rest: Partial<StripeErrorBody> = {}): Answer {
  return failed(402, { type: 'card_error', message: 'Your card was declined.', code, ...rest }, true);
}
