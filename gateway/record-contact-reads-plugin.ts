import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type OperationDefinitionNode } from 'graphql';
import { Problem } from '../core/errors/problem.js';
import { type ContactReads, noContactReads } from '../core/graphql/context.js';
import type { Principal } from '../core/principal/principal.js';
import { type ContactFields, contactFields, NO_CONTACT } from './contact-data-used-by-operation.js';
import { throwAsGraphError } from './limits/as-graph-error.js';
import type { GraphCaller } from './operation-runner-interface.js';

/** The contact data that a request read, and the organizations of the persons in its response. */
export interface ContactRead {
  readonly operationName: string | null;
  /** `Person.email`, `Query.persons(text:)`, sorted. */
  readonly fields: readonly string[];
  /** Digests of the email addresses and telephone numbers that were searched for. */
  readonly sought: readonly string[];
  /** Organizations of the persons in the response; empty if no person was found. */
  readonly organizationIds: readonly string[];
  /** The person, if the response has contact data of exactly one. */
  readonly personId: string | undefined;
}

/** Records in the audit log that an operator reads contact data; the response waits for it. */
export type RecordContactRead = (principal: Principal, read: ContactRead) => Promise<void>;

/**
 * Every operator request that reads contact data, by its fields or its arguments, counts once against the limit on such
 * reads before anything is read. It is recorded before its response leaves, whatever the response is, at each
 * organization with persons in it: so there are never more entries than rows in the response.
 */
export function contactReadsPlugin(record: RecordContactRead): ApolloServerPlugin<GraphCaller> {
  return {
    requestDidStart: async ({ contextValue }) => {
      const { principal, requestId } = contextValue;
      if (principal.kind !== 'operator') return {};
      const noted = noContactReads();
      contextValue.contactReads = noted;
      let asked: ContactFields = NO_CONTACT;
      let fields: readonly string[] = [];
      return {
        didResolveOperation: async ({ schema, document, operation, request: { variables = {} } }) => {
          if (operation === undefined) return;
          asked = contactFields(schema, document, operation, variables);
          if (asked.isRead) await contextValue.countContactRead?.().catch(throwAsGraphError);
        },
        // A request refused earlier reads nothing, and does not get here.
        responseForOperation: async () => {
          fields = asked.fields;
          return null;
        },
        willSendResponse: async ({ operation, operationName, response }) => {
          if (fields.length === 0) return;
          const read = { operationName: operationName ?? null, fields, ...foundIn(noted) };
          await record({ ...principal, requestId }, read).catch((error: unknown) => {
            const shown = withheld(error, operation);
            response.body = shown.body;
            response.http.status = shown.status;
          });
        },
      };
    },
  };
}

/** What the subgraphs reported while they answered. */
export function foundIn({
  soughtDigests,
  organizationIds,
  personIds,
}: ContactReads): Pick<ContactRead, 'sought' | 'organizationIds' | 'personId'> {
  const [personId, ...others] = personIds;
  return {
    sought: [...soughtDigests],
    organizationIds: [...organizationIds].sort(),
    personId: others.length === 0 ? personId : undefined,
  };
}

/**
 * If the read cannot be recorded, the response is withheld. A mutation is done by then: the error says that it may have
 * been.
 */
export function withheld(error: unknown, operation: OperationDefinitionNode | undefined) {
  if (!(error instanceof Problem)) throw error;
  const { message, extensions, status } = operation?.operation === 'mutation' ? new Problem('outcome_unknown') : error;
  const errors = [new GraphQLError(message, { extensions: { ...extensions } }).toJSON()];
  return { status, body: { kind: 'single', singleResult: { errors } } } as const;
}
