import type { GraphQLSchema } from 'graphql';
import type { AnsweredFile, AnswerOf, LocalBody, OperationRoute, Route } from '../route.js';
import type { Components } from './components.js';
import { EXAMPLE_BODIES } from './example-bodies.js';
import { acceptsNothing, isObject, type JsonObject, schemaFromZod } from './json-schema.js';
import { linksOf } from './next-operation-links.js';
import { parametersOf } from './parameters.js';
import { refusalResponses } from './refusal-responses.js';
import { type HeaderName, successHeaders } from './response-headers.js';
import { answerShape, type Shape, sampleAnswer } from './response-shapes.js';
import { refusalsOf } from './route-errors.js';
import { securityOf } from './security.js';

/** Needed to describe graph operations: the schema, and the facade's documents. */
export interface Graph {
  readonly schema: GraphQLSchema;
  readonly documents: Readonly<Record<string, string>>;
}

/** The OpenAPI object of an operation; undefined for a page. */
export function operationObject(
  route: Route,
  operationId: string,
  graph: Graph,
  components: Components,
): JsonObject | undefined {
  const described = route.kind === 'local' ? route.contract : route;
  if (described === undefined) return undefined;
  const requestBody = bodyOf(route, components);
  const refusals = refusalsOf(route);
  return {
    operationId,
    summary: described.summary,
    description:
      [described.description, whoMay(route)].filter((text) => text !== undefined).join('\n\n') || described.summary,
    tags: [described.tag],
    security: securityOf(route),
    parameters: parametersOf(route),
    ...(requestBody && { requestBody }),
    responses: {
      ...linked(operationId, successes(route, graph, components)),
      ...refusalResponses(refusals, isCounted(route), components),
    },
  };
}

/** Routes whose genuine calls are never rate limited. */
const SIGNED: ReadonlySet<unknown> = new Set(['webhook', 'card_processor']);

/** Whether each of its requests, once read, counts against a bucket. */
function isCounted(route: Route): boolean {
  if (route.kind !== 'local') return true;
  return !SIGNED.has(route.contract?.security ?? 'none') && refusalsOf(route).has('rate_limited');
}

function whoMay(route: Route): string | undefined {
  if (route.kind !== 'operation') return undefined;
  const isFree = route.area === 'unversioned' && route.scope.endsWith(':read');
  return isFree ? 'Any API key may.' : `Needs the scope \`${route.scope}\`.`;
}

function bodyOf(route: Route, components: Components): JsonObject | undefined {
  if (route.kind === 'local') {
    const body = route.contract?.body;
    if (body === undefined) return undefined;
    const content = Object.entries(body.content).map(([type, schema]) => [
      type,
      { schema: schemaFromZod(schema), example: body.example },
    ]);
    return { required: true, content: Object.fromEntries(content) };
  }
  if (route.kind === 'refused' || route.request.shape.body === undefined) return undefined;
  const { body } = route.request.shape;
  const examples = EXAMPLE_BODIES[route.operationId];
  if (examples === undefined) throw new Error(`${route.operationId} has no example of its body`);
  const name = `${route.operationId.charAt(0).toUpperCase()}${route.operationId.slice(1)}Request`;
  const schema = components.schema(name, withoutDefault(schemaFromZod(body)));
  const values = Object.entries(examples).map(([example, value]) => [example, { value }]);
  return {
    required: !acceptsNothing(body),
    content: { 'application/json': { schema, examples: Object.fromEntries(values) }, ...csvBodyOf(route) },
  };
}

function csvBodyOf({ csvBody }: OperationRoute): JsonObject {
  return csvBody === undefined ? {} : { 'text/csv': { schema: { type: 'string' }, example: csvBody.example } };
}

/** `required` already says how a missing body is treated. */
function withoutDefault({ default: _default, ...schema }: JsonObject): JsonObject {
  return schema;
}

function successes(route: Route, graph: Graph, components: Components): JsonObject {
  switch (route.kind) {
    case 'refused':
      return {};
    case 'local':
      return localSuccess(route, graph, components);
    case 'operation':
      return Object.fromEntries(
        Object.entries(route.answers ?? { [Number.NaN]: {} }).map(([status, members]) =>
          graphSuccess(route, Number(status), members, graph, components),
        ),
      );
  }
}

/** Successes, with links to the next operations. */
function linked(operationId: string, responses: JsonObject): JsonObject {
  const links = linksOf(operationId);
  if (links === undefined) return responses;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, { ...(isObject(response) && response), links }]),
  );
}

function localSuccess(route: Extract<Route, { kind: 'local' }>, graph: Graph, components: Components): JsonObject {
  if (route.contract === undefined) return {};
  const { status, about, body, isCacheable = false, also = {} } = route.contract.success;
  const content = body && { 'application/json': localBody(body, graph, components) };
  const headers = successHeaders(isCounted(route), [
    ...replays(Object.keys(route.contract.header?.shape ?? {})),
    ...(isCacheable ? (['ETag'] as const) : []),
    ...(route.contract.success.headers ?? []),
  ]);
  return {
    [status]: { description: about, headers, ...(content && { content }) },
    ...Object.fromEntries(Object.entries(also).map(([other, description]) => [other, { description, headers }])),
    ...(isCacheable && { 304: { description: 'The copy that `If-None-Match` names is still current.', headers } }),
  };
}

function localBody(body: LocalBody | AnswerOf, { schema, documents }: Graph, components: Components): JsonObject {
  if ('schema' in body) {
    return { schema: components.schema(body.name, schemaFromZod(body.schema)), example: body.example };
  }
  const { answer, shapeOf } = sampleAnswer(answerShape(schema, documents[body.operationId] ?? ''));
  const member = answer[body.member];
  const example = body.within !== undefined && isObject(member) ? member[body.within] : member;
  const shape = isObject(example) ? shapeOf(example) : undefined;
  if (shape === undefined) throw new Error(`${body.operationId} has no response member ${body.member}`);
  return { schema: components.shape(shape), example };
}

function replays(headerNames: readonly string[]): readonly HeaderName[] {
  return headerNames.includes('Idempotency-Key') ? ['Idempotent-Replayed'] : [];
}

/** Finds the body in the document's response by calling the route itself, so that the two cannot differ. */
function graphSuccess(
  route: OperationRoute,
  expected: number,
  members: JsonObject,
  graph: Graph,
  components: Components,
): readonly [string, JsonObject] {
  if (route.answered !== undefined) return keptSuccess(route, route.answered, expected, members, graph, components);
  if (route.file !== undefined) return fileSuccess(route.file);
  const { schema, documents } = graph;
  const document = documents[route.operationId];
  if (document === undefined) throw new Error(`there is no document ${route.operationId}`);
  const { answer, shapeOf } = sampleAnswer(answerShape(schema, document));
  const { body: place } = route.success(answer);
  if (isObject(place)) Object.assign(place, members);
  const { status, body } = route.success(answer);
  if (!Number.isNaN(expected) && status !== expected) throw new Error(`${route.operationId} returned ${status}`);
  if (body === undefined)
    return [String(status), { description: 'Done; there is no body.', headers: successHeaders(true) }];
  const shape = isObject(body) ? (shapeOf(body) ?? shapeOfAct(answer, body, shapeOf)) : undefined;
  if (shape === undefined) throw new Error(`${route.operationId} returns a body that its document does not contain`);
  const json = { 'application/json': { schema: components.shape(shape), example: body } };
  const more: readonly HeaderName[] = [
    ...replays(route.headerNames),
    ...(isAlsoCsv(route) ? (['Content-Disposition'] as const) : []),
  ];
  const content = isAlsoCsv(route) ? { ...json, ...csvContent(route.csv?.columns, isObject(body) ? body : {}) } : json;
  return [String(status), { description: DESCRIPTIONS[status] ?? '', headers: successHeaders(true, more), content }];
}

/**
 * The body of an act that may be a replay: the graph's response without the member that became a header (`actAnswer`).
 */
function shapeOfAct(
  answer: JsonObject,
  body: JsonObject,
  shapeOf: (value: object) => Shape | undefined,
): Shape | undefined {
  const act = Object.values(answer).find((member) => isObject(member) && 'replayed' in member);
  const shape = isObject(act) ? shapeOf(act) : undefined;
  if (shape?.kind !== 'object') return undefined;
  const members = shape.members.filter(({ name }) => name !== 'replayed');
  return members.length === Object.keys(body).length ? { ...shape, members } : undefined;
}

function isAlsoCsv({ csv, csvFile }: OperationRoute): boolean {
  return csv !== undefined || csvFile !== undefined;
}

/** The graph returns the body as bytes; another operation's document describes it. */
function keptSuccess(
  route: OperationRoute,
  answered: AnswerOf,
  status: number,
  members: JsonObject,
  graph: Graph,
  components: Components,
): readonly [string, JsonObject] {
  const { example, ...body } = localBody(answered, graph, components);
  const json = { 'application/json': { ...body, example: { ...(isObject(example) && example), ...members } } };
  const headers = successHeaders(true, [
    ...replays(route.headerNames),
    ...(status === 202 ? (['Location', 'Retry-After'] as const) : []),
  ]);
  return [String(status), { description: DESCRIPTIONS[status] ?? '', headers, content: json }];
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'The requested resource.',
  201: 'Done; the current record.',
  202: 'Sent but not confirmed yet: poll it, and do not send a new request.',
};

function fileSuccess({ mediaType, about }: AnsweredFile): readonly [string, JsonObject] {
  const headers = successHeaders(true, ['Content-Disposition']);
  return [
    '200',
    { description: about, headers, content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } } },
  ];
}

/** Rows as a file: its first line names the columns. */
function csvContent(named: readonly string[] | undefined, page: JsonObject): JsonObject {
  const items = page['items'];
  const row: unknown = Array.isArray(items) ? items[0] : undefined;
  const columns = named ?? (isObject(row) ? Object.keys(row) : []);
  return { 'text/csv': { schema: { type: 'string' }, example: `${columns.join(',')}\r\n` } };
}
