import { ApolloGateway, type GraphQLDataSource, type GraphQLDataSourceProcessOptions } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { disableLibraryTelemetry } from '../core/config/disable-library-telemetry.js';
import { Problem } from '../core/errors/problem.js';
import type { GraphRequest, GraphResult } from '../core/graphql/executor.js';
import type { Logger } from '../core/logging/logger.js';
import type { SubgraphName } from '../core/principal/subgraph-names.js';
import { currentRequest } from './current-request.js';
import { asResult, directFetch, observed } from './direct-fetch.js';
import { observedDocuments } from './document-metrics-plugin.js';
import { missingFields } from './fields-a-failed-fetch-would-return.js';
import { type GraphqlLimits, limitsPlugin } from './limits/limits-plugin.js';
import { operationIdOf } from './operation-id.js';
import type { Caller, GraphCaller, OperationResult, OperationRunner } from './operation-runner-interface.js';
import { readOwnScalars } from './parse-custom-scalars.js';
import type { PreparedOperation, PreparedOperations } from './prepared-operation.js';
import { contactReadsPlugin, type RecordContactRead } from './record-contact-reads-plugin.js';
import { refusalMessages } from './refusals-in-graphql-names.js';
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
  const federation = new ApolloGateway({
    supergraphSdl: source.supergraphSdl,
    buildService: ({ name }) => dataSource(clientOf(clients, name)),
  });
  // Literals are validated, and variables coerced, against exactly this schema.
  federation.onSchemaLoadOrUpdate(({ apiSchema }) => {
    readOwnScalars(apiSchema);
    answerWholeIntrospection(federation);
  });
  const server = new ApolloServer<GraphCaller>({
    gateway: federation,
    introspection: true, // the limits decide who may use it
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false, // every request contains its document, so stored documents are not offered
    formatError: shownErrors(source.logger),
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

  return {
    server,
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
      const { data, errors, contactOf, contactSought } = await client
        .execute(operation, callerOf(options.context))
        .catch((error: unknown) => nothingOf(operation, error));
      const { contactReads } = options.context as Pick<Partial<GraphCaller>, 'contactReads'>;
      for (const organizationId of contactOf ?? []) contactReads?.organizationIds.add(organizationId);
      for (const digest of contactSought ?? []) contactReads?.soughtDigests.add(digest);
      return { data: data ?? null, ...(errors && { errors: errors.map((error) => ({ ...error })) }) } as Awaited<
        ReturnType<GraphQLDataSource['process']>
      >;
    },
  };
}

/**
 * Most missing fields listed for one fetch: an unreachable part must not cause large responses, and a client needs no
 * more.
 */
const MOST_MISSING = 200;

/**
 * For an unreachable subgraph: an error for each missing field, so that a client knows which are missing (GraphQL,
 * section 7.1.2).
 */
function nothingOf({ query, variables }: GraphRequest, error: unknown): GraphResult {
  if (!(error instanceof Problem)) throw error;
  const { message, extensions } = error;
  const missing = missingFields(query, variables);
  const errors = missing.slice(0, MOST_MISSING).map((path) => ({ message, path, extensions }));
  const left = missing.length - errors.length;
  return {
    data: null,
    errors: left === 0 ? errors : [...errors, { message: `${message} (${left} more fields are missing)`, extensions }],
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
