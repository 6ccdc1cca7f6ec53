import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { noContactReads } from '../../core/graphql/context.js';
import type { PresentedError } from '../../core/graphql/executor.js';
import { traced } from '../../core/telemetry/tracing.js';
import { callSubgraph } from '../call-subgraph.js';
import { NO_CONTACT } from '../contact-data-used-by-operation.js';
import { currentRequest } from '../current-request.js';
import { noteFields, observeAnswer } from '../document-metrics-plugin.js';
import { type GraphqlLimits, maySeeSchema, removeSuggestions } from '../limits/limits-plugin.js';
import type { GraphCaller } from '../operation-runner-interface.js';
import { usedVariables } from '../prepared-operation.js';
import { foundIn, type RecordContactRead, withheld } from '../record-contact-reads-plugin.js';
import { inGraphqlNames } from '../refusals-in-graphql-names.js';
import { refusedSize, statusOfRefusal } from '../response-size-and-status-plugin.js';
import type { SubgraphClient } from '../subgraph-client.js';
import { type CompiledDocument, compileDocument } from './compile-document.js';
import type { RegisteredDocuments } from './registered-documents.js';

/** A request as Apollo's clients send a document by its hash. */
const byHash = z.object({
  query: z.undefined().optional(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z.object({ persistedQuery: z.object({ version: z.literal(1), sha256Hash: z.string() }) }),
});

export interface HashAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * Answers a document that was sent by its hash as the ordinary way does, to the byte. Undefined if the ordinary way
 * must answer: also for every refusal before execution, so that it is written in one place only.
 *
 * @param accept - the header
 */
export type AnswerByHash = (
  body: unknown,
  accept: string | undefined,
  caller: GraphCaller,
) => Promise<HashAnswer | undefined>;

interface HashSource {
  readonly documents: RegisteredDocuments;
  readonly schema: GraphQLSchema;
  readonly clientOf: (subgraph: string) => SubgraphClient;
  readonly limits: GraphqlLimits;
  readonly isProduction: boolean;
  readonly recordContactRead: RecordContactRead;
  readonly shownError: (error: GraphQLFormattedError, thrown: unknown) => GraphQLFormattedError;
}

type SingleResult = { readonly data?: unknown; readonly errors: readonly GraphQLFormattedError[] | undefined };

/** Each document is compiled at its first use. */
export function answerByHash(source: HashSource): AnswerByHash {
  const { documents, schema, limits, isProduction, recordContactRead } = source;
  const compiled = new Map<string, CompiledDocument | undefined>();

  return async (body, accept, caller) => {
    const sent = byHash.safeParse(body).data;
    const hash = sent?.extensions.persistedQuery.sha256Hash ?? '';
    const registered = documents.get(hash);
    if (sent === undefined || registered === undefined) return undefined;
    const startedAt = performance.now();
    const { name } = registered.plan;
    caller.registeredName = name;
    if (!compiled.has(hash)) compiled.set(hash, compileDocument(schema, registered, limits));
    const document = compiled.get(hash);
    const variables = sent.variables ?? {};
    if (document === undefined || (sent.operationName ?? name) !== name || document.isRefused(variables)) {
      return undefined;
    }
    const { principal, requestId } = caller;
    const isAudited = principal.kind === 'operator';
    const contact = isAudited ? document.contactReads(variables) : NO_CONTACT;
    if (contact.isRead && !(await isCounted(caller))) return undefined;
    noteFields(caller, document.operation);
    const found = noContactReads();
    if (isAudited) caller.contactReads = found;
    const executed = await traced(`operation ${name}`, {}, () => execute(document, variables, caller));
    const { status, singleResult } = sized(document, executed, accept);
    observeAnswer(caller, singleResult.errors, startedAt);
    const shown = { status, body: written(singleResult) };
    if (contact.fields.length === 0) return shown;
    const read = { operationName: name, fields: contact.fields, ...foundIn(found) };
    return recordContactRead({ ...principal, requestId }, read).then(
      () => shown,
      (error: unknown) => {
        const refused = withheld(error, document.operation);
        return { status: refused.status, body: written(refused.body.singleResult) };
      },
    );
  };

  async function execute(
    { plan, noData }: CompiledDocument,
    variables: Readonly<Record<string, unknown>>,
    caller: GraphCaller,
  ) {
    const request = { query: plan.query, variables: usedVariables(plan, variables) };
    const { principal, requestId, contactReads } = caller;
    try {
      const client = source.clientOf(plan.subgraph);
      const { data, errors } = await callSubgraph(client, request, { principal, requestId }, contactReads);
      return { data: data ?? noData, errors: errors && shown(errors.map(asGraphqlError), caller) };
    } catch (error) {
      const unexpected = error instanceof Error ? error : new Error(String(error));
      return {
        data: noData,
        errors: shown([new GraphQLError(unexpected.message, { originalError: unexpected })], caller),
      };
    }
  }

  function shown(errors: readonly GraphQLError[], caller: GraphCaller): readonly GraphQLFormattedError[] {
    if (!maySeeSchema(caller.principal, isProduction)) removeSuggestions(errors);
    const shownError = (error: GraphQLError) => {
      const { code = 'INTERNAL_SERVER_ERROR' } = error.extensions;
      return source.shownError({ ...error.toJSON(), extensions: { ...error.extensions, code } }, error);
    };
    return currentRequest.run(caller, () => errors.map(shownError));
  }

  /** The answer, or its refusal if it is too long. */
  function sized({ operation }: CompiledDocument, result: SingleResult, accept: string | undefined) {
    const refused = refusedSize(operation, { kind: 'single', singleResult: result }, limits.mostCharacters);
    if (refused !== undefined) return { status: statusOfRefusal(accept), singleResult: refused.singleResult };
    const errors = result.errors && inGraphqlNames(result.errors, schema, operation);
    return { status: 200, singleResult: { data: result.data, errors } };
  }
}

async function isCounted({ countContactRead }: GraphCaller): Promise<boolean> {
  try {
    await countContactRead?.();
    return true;
  } catch {
    return false; // the ordinary way refuses the request for the same reason
  }
}

/** As the gateway's executor notes an error of a subgraph. */
function asGraphqlError({ message, path, extensions }: PresentedError): GraphQLError {
  return new GraphQLError(message, { ...(path && { path }), extensions });
}

/** The members in the order of Apollo Server, which also ends with a new line. */
function written({ errors, data }: Partial<SingleResult>): string {
  return `${JSON.stringify({ errors, data })}\n`;
}
