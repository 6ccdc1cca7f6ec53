import { ApolloGateway, type GraphQLDataSource, type GraphQLDataSourceProcessOptions } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import { disableLibraryTelemetry } from '../core/config/disable-library-telemetry.js';
import { Problem } from '../core/errors/problem.js';
import type { GraphRequest } from '../core/graphql/executor.js';
import type { Logger } from '../core/logging/logger.js';
import type { SubgraphName } from '../core/principal/subgraph-names.js';
import { callSubgraph } from './call-subgraph.js';
import { currentRequest } from './current-request.js';
import { asResult, directFetch, observed } from './direct-fetch.js';
import { observedDocuments } from './document-metrics-plugin.js';
import { type GraphqlLimits, limitsPlugin } from './limits/limits-plugin.js';
import { operationIdOf } from './operation-id.js';
import type { Caller, GraphCaller, OperationResult, OperationRunner } from './operation-runner-interface.js';
import { readOwnScalars } from './parse-custom-scalars.js';
import type { PreparedOperation, PreparedOperations } from './prepared-operation.js';
import { contactReadsPlugin, type RecordContactRead } from './record-contact-reads-plugin.js';
import { refusalMessages } from './refusals-in-graphql-names.js';
import { type AnswerByHash, answerByHash } from './registered/answer-by-hash.js';
import { type RegisteredDocuments, readOnlyCache } from './registered/registered-documents.js';
import { answersPlugin } from './response-size-and-status-plugin.js';
import { MOST_ERRORS, shownErrors } from './shown-errors.js';
import type { SubgraphClient } from './subgraph-client.js';
import { answerWholeIntrospection } from './whole-introspection.js';

export interface GatewaySource {
  /** The checked-in supergraph; it is not composed at start. */
  readonly supergraphSdl: string;
  /** The operations of `run` and `runById`, planned for exactly this supergraph. */
  readonly preparedOperations: PreparedOperations;
  /** Name → document: this version's operations. */
  readonly persistedOperations: Readonly<Record<string, string>>;
  /** The documents that clients may send by their hash. */
  readonly registeredDocuments: RegisteredDocuments;
  readonly subgraphs: Readonly<Record<SubgraphName, SubgraphClient>>;
  readonly limits: GraphqlLimits;
  /** Records which operators read contact data. */
  readonly recordContactRead: RecordContactRead;
  readonly isProduction: boolean;
  readonly logger: Logger;
}

export interface Gateway extends OperationRunner {
  /** Any operation on the supergraph, as sent by the dashboard and the explorer. */
  readonly server: ApolloServer<GraphCaller>;
  /** A registered document, sent to the server by its hash. */
  readonly answerByHash: AnswerByHash;
  /**
   * An operation of this version or of a released one, for a facade in another process.
   *
   * @param id - sent by that facade's version
   * @throws {Problem} `route_not_found` for an unknown id: the facade has another version
   */
  runById(id: string, variables: Readonly<Record<string, unknown>>, caller: Caller): Promise<OperationResult>;
  /** The same operation through the gateway's planner and executor: `run` must return the same. */
  runOrdinary(name: string, variables: Readonly<Record<string, unknown>>, caller: Caller): Promise<OperationResult>;
  stop(): Promise<void>;
}

/** Federates the subgraphs: prepared operations for the REST facade, an Apollo server for all other clients. */
export async function createGateway(source: GatewaySource): Promise<Gateway> {
  disableLibraryTelemetry();
  const prepared = byId(source.preparedOperations);
  const ids = new Map(
    Object.entries(source.persistedOperations).map(([name, document]) => [name, operationIdOf(document)]),
  );
  const clients = new Map<string, SubgraphClient>(Object.entries(source.subgraphs));
  const documents = source.registeredDocuments;
  const shownError = shownErrors(source.logger);
  const federation = new ApolloGateway({
    supergraphSdl: source.supergraphSdl,
    buildService: ({ name }) => dataSource(clientOf(clients, name)),
  });
  // Literals are validated, and variables coerced, against exactly this schema.
  let schema: GraphQLSchema | undefined;
  federation.onSchemaLoadOrUpdate(({ apiSchema }) => {
    readOwnScalars(apiSchema);
    answerWholeIntrospection(federation);
    schema = apiSchema;
  });
  const server = new ApolloServer<GraphCaller>({
    gateway: federation,
    introspection: true, // the limits decide who may use it
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: { cache: readOnlyCache(documents), ttl: null }, // our own; what clients send is not stored
    formatError: shownError,
    logger: source.logger,
    validationOptions: { maxErrors: MOST_ERRORS - 1 }, // plus one error that says that there are more
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: source.limits.tokens },
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      limitsPlugin(source),
      contactReadsPlugin(source.recordContactRead),
      answersPlugin(source.limits),
      refusalMessages,
      observedDocuments,
    ],
  });
  await server.start();
  if (schema === undefined) throw new Error('the gateway has no schema');

  return {
    server,
    answerByHash: answerByHash({
      ...{ documents, schema, shownError, clientOf: (name) => clientOf(clients, name) },
      limits: source.limits,
      isProduction: source.isProduction,
      recordContactRead: source.recordContactRead,
    }),
    stop: () => server.stop(),
    run(name, variables, caller) {
      const operation = prepared.get(ids.get(name) ?? '');
      if (operation === undefined) throw new Error(`operation ${name} was not prepared`);
      return runPrepared(operation, variables, caller);
    },
    async runById(id, variables, caller) {
      const operation = prepared.get(id);
      if (operation === undefined) throw new Problem('route_not_found');
      return runPrepared(operation, variables, caller);
    },
    runOrdinary(name, variables, caller) {
      return execute(server, documentOf(source, name), variables, caller);
    },
  };

  function runPrepared(
    operation: PreparedOperation,
    variables: Readonly<Record<string, unknown>>,
    caller: Caller,
  ): Promise<OperationResult> {
    return observed(operation.name, () => {
      if (operation.kind === 'planned') return execute(server, operation.query, variables, caller);
      return directFetch(operation, clientOf(clients, operation.subgraph), variables, caller).catch(asResult);
    });
  }
}

/** Document digests, and the ids that released facades use. */
function byId(operations: PreparedOperations): ReadonlyMap<string, PreparedOperation> {
  const entries = Object.entries(operations).flatMap(([digest, operation]) =>
    [digest, ...(operation.releasedAs ?? [])].map((id) => [id, operation] as const),
  );
  return new Map(entries);
}

function documentOf({ persistedOperations }: GatewaySource, name: string): string {
  const document = persistedOperations[name];
  if (document === undefined) throw new Error(`operation ${name} is not in the manifest`);
  return document;
}

async function execute(
  server: ApolloServer<GraphCaller>,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  caller: Caller,
): Promise<OperationResult> {
  const { body } = await currentRequest.run(caller, () =>
    server.executeOperation({ query, variables: { ...variables } }, { contextValue: { ...caller, isPrepared: true } }),
  );
  if (body.kind === 'incremental') throw new Error('operations are not answered in parts');
  const { data, errors } = body.singleResult;
  return {
    data: data ?? null,
    ...(errors && {
      errors: errors.map(({ message, extensions }) => ({ message, ...(extensions && { extensions }) })),
    }),
  };
}

/** How Apollo's executor calls a subgraph: with the same client as prepared operations. */
function dataSource(client: SubgraphClient): GraphQLDataSource {
  return {
    async process(options: GraphQLDataSourceProcessOptions) {
      const { query, variables, operationName } = options.request;
      const operation: GraphRequest = {
        query: query ?? '',
        ...(variables && { variables }),
        ...(operationName && { operationName }),
      };
      const { contactReads } = options.context as Pick<Partial<GraphCaller>, 'contactReads'>;
      const { data, errors } = await callSubgraph(client, operation, callerOf(options.context), contactReads);
      return { data: data ?? null, ...(errors && { errors: errors.map((error) => ({ ...error })) }) } as Awaited<
        ReturnType<GraphQLDataSource['process']>
      >;
    },
  };
}

function callerOf(context: Readonly<Record<string, unknown>>): Caller {
  const { principal, requestId } = context as Partial<Caller>;
  if (principal === undefined || requestId === undefined) throw new Error('a subgraph was called without a caller');
  return { principal, requestId };
}

function clientOf(clients: ReadonlyMap<string, SubgraphClient>, name: string): SubgraphClient {
  const client = clients.get(name);
  if (client === undefined) throw new Error(`the supergraph contains a subgraph that is not set up: ${name}`);
  return client;
}
