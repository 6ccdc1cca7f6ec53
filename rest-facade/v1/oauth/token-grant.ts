import { z } from 'zod';
import type { ClientCredentials, TokenGrant } from '../../../core/auth/access-token.js';
import { issuesFromZod } from '../../../core/errors/from-zod.js';
import { invalid, Problem } from '../../../core/errors/problem.js';
import type { TokenRequest } from './token-request.js';

/** The schema in the document; with HTTP Basic the client is in the header instead. */
export const tokenRequestBody = z.strictObject({
  grant_type: z.literal('client_credentials'),
  client_id: z.string().optional().describe('The API key’s prefix. Omitted with HTTP Basic.'),
  client_secret: z.string().optional().describe('The complete API key. Omitted with HTTP Basic.'),
  scope: z
    .string()
    .optional()
    .describe(
      'Scopes separated by spaces. The token gets those that the key also has; if omitted or empty, all of the key’s.',
    ),
});
export const tokenRequestForm = tokenRequestBody.loose();

/**
 * A malformed credential is answered like a wrong one; only a value that is not text is a 422. A form may have unknown
 * members. Each schema is built once: zod compiles a schema at its first use.
 */
const scope = z.string().optional();
const withBody = { grant_type: z.string(), client_id: z.string(), client_secret: z.string(), scope };
const withBasic = { grant_type: z.string(), client_id: z.string().optional(), scope };
const FORM = { withBody: z.object(withBody), withBasic: z.object(withBasic) };
const JSON_BODY = { withBody: z.strictObject(withBody), withBasic: z.strictObject(withBasic) };

/**
 * The client's credentials, from the body or by HTTP Basic, but not from both (RFC 6749 section 2.3), and the requested
 * scopes.
 *
 * @throws {Problem} `unsupported_grant_type`, `invalid_request`, or `validation_failed`, whose items never show the
 * secret
 */
export function tokenGrant({ parameters, isForm }: TokenRequest, basic: ClientCredentials | undefined): TokenGrant {
  const grantType = memberOf(parameters, 'grant_type');
  if (typeof grantType === 'string' && grantType !== 'client_credentials') throw new Problem('unsupported_grant_type');
  if (basic !== undefined && memberOf(parameters, 'client_secret') !== undefined) throw new Problem('invalid_request');

  const schemas = isForm ? FORM : JSON_BODY;
  if (basic === undefined) {
    const { client_id, client_secret, scope } = parse(schemas.withBody, parameters);
    return { clientId: client_id, clientSecret: client_secret, scope: notEmpty(scope) };
  }
  const { client_id, scope } = parse(schemas.withBasic, parameters);
  if (client_id !== undefined && client_id !== basic.clientId) throw new Problem('invalid_request');
  return { ...basic, scope: notEmpty(scope) };
}

/** RFC 6749 section 3.2: a parameter without a value counts as omitted. */
function notEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/** The client whose bucket a request counts in, before the credentials are verified. */
export function claimedClientId({ parameters }: TokenRequest, basic: ClientCredentials | undefined): string {
  const claimed = basic?.clientId ?? memberOf(parameters, 'client_id');
  return typeof claimed === 'string' ? claimed : '';
}

function parse<S extends z.ZodType>(schema: S, parameters: unknown): z.output<S> {
  const parsed = schema.safeParse(parameters);
  if (parsed.success) return parsed.data;
  const issues = issuesFromZod({ error: parsed.error, input: parameters, at: ['body'] });
  throw invalid(issues.map((issue) => ({ ...issue, input: null })));
}

function memberOf(parameters: unknown, name: string): unknown {
  const isObject = typeof parameters === 'object' && parameters !== null && Object.hasOwn(parameters, name);
  return isObject ? Reflect.get(parameters, name) : undefined;
}
