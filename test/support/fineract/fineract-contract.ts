import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

/**
 * Where a real Fineract deviates from its generated description, or the description is silent. All other requests and
 * responses must match it: names and types, and no additional fields.
 */
export const DEVIATIONS = {
  /** Dates are described as `date` texts, but are sent as `[year, month, day]`. */
  dates: 'arrays of three integers',
  /** The description has only responses of success, no errors. */
  errors: 'not checked',
  /** Fields that are sent but not described, by schema. */
  undescribed: {
    GetLoansLoanIdResponse: ['group', 'isInterestRecalculationEnabled'],
    GetLoansLoanIdTimeline: ['writeOffOnDate', 'rejectedOnDate', 'withdrawnOnDate'],
    GetClientsClientIdResponse: ['mobileNo'],
    GetLoansType: ['value'],
    // Described as text.
    GetClientClientIdAddressesResponse: ['postalCode', 'clientID'],
    GetGroupsGroupIdResponse: ['accountNo', 'active', 'clientMembers'],
  },
  /** Parameters that only the description text of an operation names, by path. */
  queries: { '/v1/groups/{groupId}': ['associations'] },
} as const;

type Schema = Record<string, unknown>;

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const DESCRIBED: Described = JSON.parse(readFileSync(new URL('openapi.json', import.meta.url), 'utf8'));
const UNDESCRIBED: Readonly<Record<string, readonly string[]>> = DEVIATIONS.undescribed;
const QUERIES: Readonly<Record<string, readonly string[]>> = DEVIATIONS.queries;

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({
  $id: 'fineract',
  components: {
    schemas: Object.fromEntries(
      Object.entries(DESCRIBED.components.schemas).map(([name, schema]) => [name, strict(schema, UNDESCRIBED[name])]),
    ),
  },
});
const compiled = new Map<string, ValidateFunction>();

export interface Exchanged {
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
}

/** Where a request or its response deviates from the description. */
export function violationsOf({ path, method, query, body, status, answer }: Exchanged): readonly string[] {
  const operation = DESCRIBED.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) return [`${method} ${path} is not described`];
  const described = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
  const known = new Set([...described, ...(QUERIES[path] ?? [])]);
  const strange = [...query.keys()].filter((name) => !known.has(name)).map((name) => `query ${name}`);
  const asked = operation.requestBody === undefined ? [] : problems(operation.requestBody.content, body, 'request');
  const success = operation.responses['200'] ?? operation.responses['default'];
  const answered = status === 200 ? problems(success?.content, answer, 'answer') : [];
  return [...strange, ...asked, ...answered].map((problem) => `${method} ${path}: ${problem}`);
}

function problems(content: Content | undefined, value: unknown, what: string): readonly string[] {
  const schema = Object.values(content ?? {})[0]?.schema;
  if (schema === undefined) return [`${what} is not described`];
  const text = JSON.stringify(schema).replaceAll('"#/', '"fineract#/');
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
  compiled.set(text, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    (error) => `${what}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
  );
}

/** Makes the generated schemas strict, and aware of dates. */
function strict(schema: unknown, undescribed: readonly string[] = []): unknown {
  if (Array.isArray(schema)) return schema.map((one) => strict(one));
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('format' in schema && schema.format === 'date')
    return { type: 'array', items: { type: 'integer' }, minItems: 3, maxItems: 3 };
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  if (!('properties' in schema) || 'additionalProperties' in schema) return inner;
  const open = Object.fromEntries(undescribed.map((name) => [name, {}]));
  return { ...inner, properties: { ...Object(inner['properties']), ...open }, additionalProperties: false };
}
