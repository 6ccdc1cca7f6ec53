import fc from 'fast-check';
import { allowedBy, HOSTILE_TEXT, HOSTILE_VALUE, resolved } from './values.js';

/** An operation of the document, with its path and method. */
export interface FuzzedOperation {
  readonly method: string;
  readonly path: string;
  /** Untyped: as in the document. */
  readonly operation: any;
}

/** A request without ids: the path's ids are filled in when it is sent, unless it has its own. */
export interface FuzzRequest {
  readonly kind: 'valid' | 'nearly valid' | 'hostile';
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Values of an existing lender: ids, credentials, by the name of the parameter or member. */
export type Known = Readonly<Record<string, unknown>>;

export function requestsOf(fuzzed: FuzzedOperation, known: Known): fc.Arbitrary<FuzzRequest> {
  const valid = validOf(fuzzed, known);
  return fc.oneof(
    { weight: 5, arbitrary: valid.map((parts) => request('valid', parts)) },
    { weight: 3, arbitrary: fc.tuple(valid, slip()).map(([parts, slip]) => request('nearly valid', slip(parts))) },
    {
      weight: 2,
      arbitrary: fc.tuple(valid, attack(fuzzed)).map(([parts, attack]) => request('hostile', attack(parts))),
    },
  );
}

interface Parts extends Omit<FuzzRequest, 'kind' | 'body'> {
  readonly body: unknown;
  /** Replaces the body's JSON. */
  readonly text?: string;
}

function request(kind: FuzzRequest['kind'], { text, body, ...parts }: Parts): FuzzRequest {
  return { kind, ...parts, body: text ?? (body === undefined ? undefined : JSON.stringify(body)) };
}

function validOf({ operation }: FuzzedOperation, known: Known): fc.Arbitrary<Parts> {
  // A cursor is always one from an earlier page.
  const parameters: readonly any[] = operation.parameters.filter(
    ({ name }: any) => name !== undefined && name !== 'cursor',
  );
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const record = (list: readonly any[]): fc.Arbitrary<Record<string, any>> =>
    fc.record(Object.fromEntries(list.map((one) => [one.name, parameterOf(one, known)])), {
      requiredKeys: list.filter(({ required }) => required).map(({ name }) => name),
    });
  return fc
    .tuple(record(of('query')), record(of('header')), bodyOf(operation.requestBody, known))
    .map(([query, headers, body]) => ({ path: {}, query: inOrder(query), headers: sendable(headers), body }));
}

function sendable(headers: Record<string, any>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerText(String(value))]));
}

/** Avoids `from` after `to`, and one value together with a range of it, which are refused though no schema says so. */
function inOrder(query: Record<string, any>): readonly (readonly [string, string])[] {
  for (const [first, last] of [
    ['from', 'to'],
    ['date_from', 'date_to'],
    ['effective_from', 'effective_to'],
    ['min_amount_cents', 'max_amount_cents'],
  ] as const) {
    if (query[first] !== undefined && query[last] < query[first])
      [query[first], query[last]] = [query[last], query[first]];
  }
  for (const [one, ...range] of [
    ['effective_date', 'effective_from', 'effective_to'],
    ['amount_cents', 'min_amount_cents', 'max_amount_cents'],
  ] as const) {
    if (range.some((name) => query[name] !== undefined)) delete query[one];
  }
  return Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)] as const));
}

function parameterOf({ name, schema }: any, known: Known): fc.Arbitrary<unknown> {
  if (Object.hasOwn(known, name)) return fc.constant(known[name]);
  return name === 'Idempotency-Key' ? fc.uuid() : allowedBy(schema);
}

/** Unique per workspace, among merge fields and assets. */
const PLACEHOLDER = fc.uuid().map((id) => `p_${id.replaceAll('-', '_')}`);

/** Members that accept any value of their schema; the others keep their example's value. */
const FREE: readonly string[] = [
  ...['external_reference', 'memo', 'reason', 'is_nsf', 'nickname', 'holder_name', 'name', 'description', 'value'],
  ...['is_active', 'placeholder', 'amount_cents', 'text_template', 'set_default', 'expiration_month'],
];

/**
 * Members whose schemas do not state everything: cards that the sandbox accepts, and dates that must stay in the
 * future.
 */
const CARDS = [
  { number: '4242424242424242', cvc: '123' },
  { number: '5555555555554444', cvc: '000' },
  { number: '378282246310005', cvc: '1234' },
  { number: '6011111111111117', cvc: '987' },
];
const AHEAD: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  start_date: fc.integer({ min: 1, max: 28 }).map((day) => `2098-02-${String(day).padStart(2, '0')}`),
  expiration_year: fc.integer({ min: 2090, max: 2099 }),
};

/** An example of the document, with existing ids, and free members as their schemas allow. */
function bodyOf(requestBody: any, known: Known): fc.Arbitrary<unknown> {
  if (requestBody === undefined) return fc.constant(undefined);
  const { schema, example, examples } = requestBody.content['application/json'];
  const values: unknown[] = examples === undefined ? [example] : Object.values<any>(examples).map(({ value }) => value);
  return fc.constantFrom(...values).chain((value) => variedLike(schema, value, known));
}

/** The example, with existing ids and with free members as their schemas allow, in nested objects too. */
function variedLike(schema: any, example: unknown, known: Known): fc.Arbitrary<unknown> {
  if (!isMembers(example)) return fc.constant(example);
  const told = propertiesOf(schema);
  const isCard = Object.hasOwn(example, 'cvc');
  const kept = Object.entries(example).map(([name, value]) => {
    const isKnown = Object.hasOwn(known, name);
    return [
      name,
      isKnown ? fc.constant(known[name]) : (AHEAD[name] ?? variedLike(told[name] ?? {}, value, known)),
    ] as const;
  });
  const free = Object.entries(told)
    .filter(([name]) => FREE.includes(name))
    .map(([name, member]) => [name, name === 'placeholder' ? PLACEHOLDER : allowedBy(member)] as const);
  return fc
    .tuple(
      fc.record(Object.fromEntries(kept)),
      fc.record(Object.fromEntries(free), {
        requiredKeys: requiredOf(schema).filter((name) => FREE.includes(name)),
      }),
      isCard ? fc.constantFrom(...CARDS) : fc.constant({}),
    )
    .map((parts) => Object.assign({}, ...parts));
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function requiredOf(schema: any): readonly string[] {
  return resolved(schema).required ?? [];
}

const FORM = 'application/x-www-form-urlencoded';

function asForm(body: unknown): string {
  const fields = isMembers(body) ? Object.entries(body) : [];
  return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)])).toString();
}

function propertiesOf(schema: any): Record<string, unknown> {
  return resolved(schema).properties ?? {};
}

type Change = (parts: Parts) => Parts;

/** One mistake, as a careful client might make it. */
function slip(): fc.Arbitrary<Change> {
  return fc.tuple(fc.nat(), HOSTILE_TEXT, HOSTILE_VALUE).map(([choice, text, value]) => (parts) => {
    const changes: Change[] = [
      (given) => ({ ...given, query: [...given.query, ['limit', text]] }),
      (given) => ({ ...given, query: [...given.query, ['from', text]] }),
      (given) => ({ ...given, query: [...given.query, ['cursor', text]] }),
      (given) => ({ ...given, query: [...given.query, ['organization_id', text]] }),
      (given) => ({ ...given, headers: { ...given.headers, 'Idempotency-Key': headerText(text) } }),
    ];
    for (const place of placesIn(parts.body)) {
      changes.push((given) => ({ ...given, body: withAt(given.body, place, value) }));
      changes.push((given) => ({ ...given, body: withAt(given.body, place, undefined) }));
    }
    if (isMembers(parts.body)) changes.push((given) => ({ ...given, body: withAt(given.body, [text], value) }));
    return (changes[choice % changes.length] ?? ((given) => given))(parts);
  });
}

/** Any change to a request, without regard for the contract. */
function attack({ path }: FuzzedOperation): fc.Arbitrary<Change> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const nested = fc.constantFrom(30, 70, 2_000).map((depth) => `{"memo":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  const texts = fc.oneof(
    fc.json(),
    HOSTILE_TEXT,
    nested,
    fc.constantFrom('{"amount_cents":1e999}', '{"a":1,"a":2}', '[1', '{'),
  );
  const types = fc.constantFrom('application/json', 'text/plain', 'application/x-www-form-urlencoded', ';', 'a/b');
  return fc
    .tuple(fc.nat(), HOSTILE_TEXT, HOSTILE_TEXT, texts, types)
    .map(([choice, name, text, body, type]) => (parts) => {
      const changes: Change[] = [
        (given) => ({ ...given, text: body }),
        (given) => ({ ...given, text: body, headers: { ...given.headers, 'Content-Type': type } }),
        (given) => ({ ...given, text: asForm(given.body), headers: { ...given.headers, 'Content-Type': FORM } }),
        (given) => ({ ...given, query: [...given.query, [name, text]] }),
        (given) => ({ ...given, headers: { ...given.headers, Authorization: headerText(text) } }),
        (given) => ({
          ...given,
          headers: { ...given.headers, 'X-Request-Id': headerText(text), Accept: headerText(name) },
        }),
        ...names.map(
          (parameter): Change =>
            (given) => ({ ...given, path: { ...given.path, [parameter]: text } }),
        ),
      ];
      return (changes[choice % changes.length] ?? ((given) => given))(parts);
    });
}

/** The paths of a body's members, nested objects included. */
function placesIn(body: unknown): readonly (readonly string[])[] {
  if (!isMembers(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => [[name], ...placesIn(value).map((place) => [name, ...place])]);
}

function withAt(body: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const members = Object(body);
  return { ...members, [name]: rest.length === 0 ? value : withAt(members[name], rest, value) };
}

/** A header value that Node's client can send: Latin-1 without control characters. */
function headerText(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 8_000);
}
