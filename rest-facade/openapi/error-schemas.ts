import { API_KEY_HINT } from '../../core/auth/wrong-bearer-hints.js';
import { CATALOGUE, type ErrorCode } from '../../core/errors/catalogue.js';
import type { JsonSchema } from './json-schema.js';

interface ErrorField {
  readonly schema: JsonSchema;
  readonly example: unknown;
  /** Not part of every error with this code. */
  readonly isOptional?: true;
}

/** Fields that an error has beside its code. */
const FIELDS: Readonly<Partial<Record<ErrorCode, Readonly<Record<string, ErrorField>>>>> = {
  malformed_request: {
    reason: {
      schema: {
        type: 'string',
        enum: ['not_json', 'repeated_member', 'too_deep', 'not_utf8', 'not_in_charset', 'thin_event', 'not_an_event'],
        description:
          'Why the body cannot be read. `thin_event`, `not_an_event`: the card processor’s signed event does not identify its object.',
      },
      isOptional: true,
      example: 'not_json',
    },
    line: {
      schema: { type: 'integer', minimum: 1, description: 'Line of the error in the body, counted from 1.' },
      isOptional: true,
      example: 1,
    },
    column: {
      schema: { type: 'integer', minimum: 1, description: 'Character in that line, counted from 1.' },
      isOptional: true,
      example: 17,
    },
    byte: {
      schema: {
        type: 'integer',
        minimum: 1,
        description: 'For a CSV file that is not in its charset: the byte in that line, counted from 1.',
      },
      isOptional: true,
      example: 9,
    },
    hint: {
      schema: { type: 'string', description: 'For a CSV file that is not in its charset: how to fix it.' },
      isOptional: true,
      example: 'byte 9 of this line is not UTF-8: save it as UTF-8, or name its charset',
    },
  },
  unsupported_media_type: {
    reason: {
      schema: {
        type: 'string',
        enum: ['media_type', 'charset', 'content_encoding'],
        description: 'What is not supported: the media type, the charset, or the compression.',
      },
      example: 'media_type',
    },
    accepts: {
      schema: {
        type: 'string',
        description: 'The supported media types, separated by commas; also in the header `Accept`.',
      },
      example: 'application/json',
    },
    charsets: {
      schema: {
        type: 'string',
        description: 'When the charset is not supported: the supported ones, separated by commas.',
      },
      isOptional: true,
      example: 'utf-8, windows-1252, utf-16le',
    },
  },
  webhook_rejected: {
    reason: {
      schema: {
        type: 'string',
        enum: ['malformed_body', 'too_old', 'token_used'],
        description:
          'Why it can never be accepted: its body cannot be read, it is more than eight hours old, or its one-time token was used by another event.',
      },
      example: 'too_old',
    },
  },
  amount_exceeds_payoff: {
    payable_cents: {
      schema: {
        type: 'integer',
        format: 'int64',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'The most that can still be paid: the payoff minus pending payments on the account. Only with the scope `accounts:read`.',
      },
      isOptional: true,
      example: 41_250,
    },
  },
  invalid_token: {
    hint: {
      schema: {
        type: 'string',
        description:
          'For an API key sent in place of an access token, or the other way round: which API takes which. It is derived from the form of the credential, and does not mean that the credential is valid.',
      },
      isOptional: true,
      example: API_KEY_HINT,
    },
  },
  insufficient_scope: {
    scope: {
      schema: { type: 'string', description: 'The scope that the request needs.' },
      isOptional: true,
      example: 'external_payments:write',
    },
  },
  servicing_rejected: {
    reason: { schema: { type: 'string', description: 'Why the loan system refused.' }, example: 'account_not_open' },
  },
  card_declined: {
    reason: {
      schema: {
        type: 'string',
        description: 'Why the card was declined: a code of the card processor’s, or `card_not_supported`.',
      },
      example: 'insufficient_funds',
    },
  },
  tokenization_failed: {
    retryable: {
      schema: { type: 'boolean', description: 'Whether the same request with the same key may succeed later.' },
      example: true,
    },
  },
  idempotency_in_progress: {
    payment_id: {
      schema: {
        type: 'string',
        description: 'For a payment or a reversal: the payment of the first request with this key.',
      },
      isOptional: true,
      example: '01KAJ4Z6T3N8QW2V5X7Y9B1CDE',
    },
  },
  payment_not_reversible: {
    status: { schema: { $ref: '#/components/schemas/CollectedPaymentStatus' }, example: 'reversed' },
  },
  ledger_boarding_over: {
    status: { schema: { type: 'string', enum: ['done', 'checked', 'refused', 'abandoned'] }, example: 'done' },
  },
  payment_batch_not_stopped: {
    status: { schema: { $ref: '#/components/schemas/PaymentBatchStatus' }, example: 'processing' },
  },
  internal_error: {
    request_id: {
      schema: { type: 'string', description: 'Identifies the request in the logs.' },
      example: '01KAJ4Z6T3N8QW2V5X7Y9B1CDE',
    },
  },
  rate_limited: {
    bucket: { schema: { type: 'string', enum: ['api', 'token'] }, example: 'api' },
    limit_per_minute: { schema: { type: 'integer' }, example: 600 },
    burst_capacity: { schema: { type: 'integer' }, example: 100 },
    retry_after_seconds: { schema: { type: 'integer' }, example: 1 },
    reset_at: { schema: { type: 'string', format: 'date-time' }, example: '2026-11-20T15:04:05.000Z' },
  },
};

/** `rate_limited` → `RateLimitedError`: its name in the document's components. */
export function errorName(code: ErrorCode): string {
  if (code === 'validation_failed') return 'ValidationError';
  return `${code.replace(/(^|_)([a-z])/g, (_, _before, letter: string) => letter.toUpperCase())}Error`.replace(
    /ErrorError$/,
    'Error',
  );
}

/** Errors stored before messages existed may be replayed; a replay is byte for byte the old response. */
const MAY_LACK_WORDS: readonly ErrorCode[] = ['servicing_rejected', 'card_declined'];

/** The envelope: `{"detail": {"error_code", "message", …}}`, or for a 422 of validation a list of items. */
export function errorSchema(code: ErrorCode): JsonSchema {
  if (code === 'validation_failed') return VALIDATION_ERROR;
  const fields = Object.entries(FIELDS[code] ?? {});
  return {
    type: 'object',
    description: CATALOGUE[code].meaning,
    properties: {
      detail: {
        type: 'object',
        properties: {
          error_code: { type: 'string', const: code },
          message: { type: 'string', description: 'The error in words, for people. Programs should use the code.' },
          ...Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
        },
        required: ['error_code', ...(MAY_LACK_WORDS.includes(code) ? [] : ['message']), ...always(fields)],
      },
    },
    required: ['detail'],
  };
}

function always(fields: readonly (readonly [string, ErrorField])[]): readonly string[] {
  return fields.filter(([, { isOptional }]) => isOptional !== true).map(([name]) => name);
}

export function errorExample(code: ErrorCode): unknown {
  if (code === 'validation_failed') {
    const item = {
      loc: ['query', 'limit'],
      msg: 'Input should be less than or equal to 1000',
      type: 'less_than_equal',
    };
    return { detail: [{ ...item, input: '1001', ctx: { le: 1000 } }] };
  }
  const fields = Object.entries(FIELDS[code] ?? {}).map(([name, { example }]) => [name, example]);
  return { detail: { error_code: code, message: CATALOGUE[code].meaning, ...Object.fromEntries(fields) } };
}

const VALIDATION_ERROR: JsonSchema = {
  type: 'object',
  description: 'All problems of the request at once, in the format and vocabulary of Pydantic v2.',
  properties: {
    detail: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          loc: {
            type: 'array',
            items: { type: 'string' },
            description: 'Location: begins with `body`, `query`, `path` or `header`.',
          },
          msg: { type: 'string' },
          type: { type: 'string', description: '`missing`, `extra_forbidden`, `int_type`, `greater_than`, …' },
          input: { description: 'The value that was sent.' },
          ctx: { type: 'object', additionalProperties: true },
        },
        required: ['loc', 'msg', 'type', 'input'],
      },
    },
  },
  required: ['detail'],
};
