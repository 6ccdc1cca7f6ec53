import { DOCUMENT_HASHES } from '../generated/document-hashes';
import type { TypedDocumentString } from '../generated/graphql';
import { csrfToken, reportSession } from '../session/session';
import type { PartialAnswer } from './missing-parts';
import { GraphProblem } from './problem';

interface GraphAnswer<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: {
      readonly code?: string;
      readonly fields?: Readonly<Record<string, unknown>>;
      readonly issues?: readonly { readonly msg: string; readonly loc?: readonly string[] }[];
    };
  }[];
}

/**
 * Sends one GraphQL document. A response with any error is rejected: partial figures would be read as complete.
 *
 * @throws {GraphProblem}
 */
export async function request<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const { data, missing } = await requestParts(document, variables, signal);
  const [first] = missing;
  if (first !== undefined) throw first.problem;
  return data;
}

/**
 * The same for a page that shows what came, and says in its place what is missing. An answer without the object that
 * was asked for is rejected.
 *
 * @throws {GraphProblem}
 */
export async function requestParts<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<PartialAnswer<Result>> {
  const { data, missing } = await requestRoots(document, variables, signal);
  const whole = missing.find(({ path: [name] }) => isNull(data, name));
  if (whole !== undefined) throw whole.problem;
  return { data: data as Result, missing };
}

/** What a document asks for at its root: each of these can be missing while the others came. */
export type Roots<Result> = { readonly [Name in keyof Result]: Result[Name] | null };

/**
 * The same for a page of parts that stand for themselves: rejected only if none of them came.
 *
 * @throws {GraphProblem}
 */
export async function requestRoots<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<PartialAnswer<Roots<Result>>> {
  const { response, answer } = await ask<Roots<Result>>(document.toString(), variables, signal);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const missing = (answer.errors ?? []).map(({ message, path, extensions = {} }) => {
    const { code = 'internal_error', fields, issues } = extensions;
    return { path, problem: new GraphProblem(code, message, { fields, issues, requestId }) };
  });
  if (response.status === 401) reportSession('ended');
  if (missing.some(({ problem }) => problem.code === 'csrf_token_invalid')) reportSession('changed');
  const { data = null } = answer;
  const isNothing = data === null || Object.values(data).every((root) => root === null);
  const whole = isNothing ? missing[0] : missing.find(({ path }) => path === undefined);
  if (whole !== undefined) throw whole.problem;
  if (data === null) throw new GraphProblem('internal_error', 'The server sent an empty answer.', { requestId });
  return { data, missing: missing.map(({ path = [], problem }) => ({ path, problem })) };
}

/** Whether the answer has nothing under this name. */
function isNull(data: unknown, name: string | number | undefined): boolean {
  return name === undefined || new Map<string | number, unknown>(Object.entries(data ?? {})).get(name) === null;
}

interface Answered<Result> {
  readonly response: Response;
  readonly answer: GraphAnswer<Result>;
}

/** By hash; by its text if the server is of another version and does not know the hash. */
async function ask<Result>(query: string, variables: unknown, signal?: AbortSignal): Promise<Answered<Result>> {
  const [, operationName = ''] = /\b(?:query|mutation) (\w+)/.exec(query) ?? [];
  const sha256Hash = DOCUMENT_HASHES[operationName];
  if (sha256Hash !== undefined) {
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    const answered = await sent<Result>({ operationName, variables, extensions }, signal);
    if (answered.answer.errors?.[0]?.extensions?.code !== 'PERSISTED_QUERY_NOT_FOUND') return answered;
  }
  return sent<Result>({ query, variables }, signal);
}

async function sent<Result>(body: object, signal: AbortSignal | undefined): Promise<Answered<Result>> {
  const response = await send(JSON.stringify(body), signal);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  return { response, answer: await readAnswer<Result>(response, requestId) };
}

async function send(body: string, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': csrfToken() },
      body,
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new GraphProblem('network', 'The server cannot be reached.');
  }
}

async function readAnswer<Result>(response: Response, requestId: string | undefined): Promise<GraphAnswer<Result>> {
  try {
    return (await response.json()) as GraphAnswer<Result>;
  } catch {
    throw new GraphProblem('network', `The server returned an error (${response.status}).`, { requestId });
  }
}
