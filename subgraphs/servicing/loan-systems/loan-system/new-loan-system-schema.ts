import { z } from 'zod';
import { mayHoldCardNumber } from '../../../../core/cards/card-numbers-in-text.js';
import { isOwnVariable } from '../../../../core/config/schema.js';
import { plainLine, plainUrl } from '../../../../core/contract/stored-text.js';
import { text } from '../../../../core/contract/text.js';
import { isId } from '../../../../core/ids/ids.js';
import { LEDGER_KIND } from '../../../../loan-model/ledger-kind.js';

/** Codes of the built-in systems. */
const TAKEN = ['ledger', 'sandbox'];

/** Must not contain credentials: it is shown and logged. */
function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}

const named = z.record(plainLine({ minimum: 1, maximum: 64 }), plainLine({ maximum: 500 }));

const VARIABLE = /^[A-Z][A-Z0-9_]{0,99}$/;

/** Variables that loan systems of any kind may use. */
const SECRETS_PREFIX = 'LOAN_SYSTEM_SECRET_';

/**
 * Which environment variables may hold a system's secrets. All other variables serve other purposes and must not be
 * sent to an address that an operator adds. The kind is one of a fixed list; the code can be chosen freely.
 */
function mayHoldSecrets(variable: string, kind: string): boolean {
  return variable.startsWith(SECRETS_PREFIX) || variable.startsWith(`${kind.toUpperCase().replaceAll('-', '_')}_`);
}

const CODE = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;

/** The input for a new loan system; settings that depend on its kind are validated by that kind's adapter. */
const fields = z.strictObject({
  code: z
    .string()
    .regex(CODE, 'a code is a letter, and up to 31 letters, digits, - or _')
    .refine((code) => !mayHoldCardNumber(code), 'a code must not contain a card number')
    .refine((code) => !TAKEN.includes(code.toLowerCase()), 'this code is reserved'),
  kind: z.string(),
  baseUrl: plainUrl({ maximum: 500 }, 'a base URL is required: the address of its API').refine(
    isPlainAddress,
    'the base URL must be an http or https address without credentials, query or fragment',
  ),
  organizationId: z.string().refine(isId, 'an organization is named by its id'),
  settings: named,
  /** Name of the secret → name of the environment variable. */
  secretEnv: z.record(
    text({ minimum: 1, maximum: 64 }),
    z
      .string()
      .regex(VARIABLE, 'a secret is given by the name of an environment variable')
      .refine((name) => !isOwnVariable(name), 'this variable belongs to the product itself'),
  ),
});

/** Whether a loan system can have this code. A code that none can have is treated as unknown. */
export function isLoanSystemCode(code: string): boolean {
  return CODE.test(code);
}

export const newLoanSystem = fields.superRefine(({ kind, secretEnv }, { addIssue }) => {
  for (const [name, variable] of Object.entries(secretEnv)) {
    if (mayHoldSecrets(variable, kind)) continue;
    const message = `the variable of a secret must be named ${kind.toUpperCase()}_… or ${SECRETS_PREFIX}…`;
    addIssue({ code: 'custom', path: ['secretEnv', name], message });
  }
});

/** An organization's own ledger is in this database, so it has no connection settings. */
export const newLedger = fields.pick({ code: true, organizationId: true }).extend({
  kind: z.literal(LEDGER_KIND),
  baseUrl: z.undefined({ error: 'a ledger has no base URL: it is in this database' }).optional(),
  settings: nothing('a ledger has no settings; the terms of loans are in its products').default({}),
  secretEnv: nothing('a ledger has no secrets').default({}),
});

function nothing(message: string) {
  return z.record(z.string(), z.unknown()).refine((given) => Object.keys(given).length === 0, message);
}

export function isLedgerRequest(request: unknown): boolean {
  return z.looseObject({ kind: z.literal(LEDGER_KIND) }).safeParse(request).success;
}

/**
 * The audited part of an attempt. Each field is recorded only if it has the right form, because it may hold a secret
 * instead of a name.
 */
export function attemptOf(request: unknown) {
  const { code, kind, baseUrl, organizationId, secretEnv } = z.looseObject({}).catch({}).parse(request);
  const variables = Object.values(z.record(z.string(), z.unknown()).catch({}).parse(secretEnv));
  return {
    subject: fields.shape.code.safeParse(code).data ?? '',
    after: {
      kind: plainLine({ maximum: 64 }).safeParse(kind).data ?? null,
      baseUrl: fields.shape.baseUrl.safeParse(baseUrl).data ?? null,
      organizationId: fields.shape.organizationId.safeParse(organizationId).data ?? null,
      variables: variables.filter((variable) => typeof variable === 'string' && VARIABLE.test(variable)),
    },
  };
}

/** A host without a port means the default port of the address's scheme. */
export function isAt(baseUrl: string, hosts: readonly string[]): boolean {
  const { host, hostname, port, protocol } = new URL(baseUrl);
  const whole = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  return hosts.includes(host) || hosts.includes(whole);
}

export type NewLoanSystem = z.infer<typeof newLoanSystem>;
export type NewLedger = z.infer<typeof newLedger>;

export function problemMessages(error: z.ZodError): readonly string[] {
  return error.issues.map(({ path, message }) => (path.length > 1 ? `${path.join('.')}: ${message}` : message));
}
