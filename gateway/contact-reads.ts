import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type OperationDefinitionNode } from 'graphql';
import { Problem } from '../core/errors/problem.js';
import type { Principal } from '../core/principal/principal.js';
import { type ContactAsked, contactAsked, NO_CONTACT } from './contact-asked.js';
import { throwAsGraphError } from './limits/as-graph-error.js';
import type { GraphCaller } from './operation.js';

/** What of contact data a request asked for, and whose it was given. */
export interface ContactRead {
  readonly operationName: string | null;
  /** `Person.email`, `Query.persons(text:)`, sorted. */
  readonly fields: readonly string[];
  /** Digests of the email addresses and telephone numbers that were searched for. */
  readonly sought: readonly string[];
  /** Whose people are in the answer; none: it found nobody. */
  readonly organizationIds: readonly string[];
}

/** Records in the audit log that an operator reads contact data; the answer waits for it. */
export type RecordContactRead = (principal: Principal, read: ContactRead) => Promise<void>;

/**
 * Each request of an operator that reads contact data, by its fields or by its arguments, counts once against the limit on such
 * reads before anything is read, and is recorded before its answer leaves, whatever the answer is: at each organization whose people
 * are in it. So there are never more entries than rows in the answer.
 */
export function contactReadsPlugin(record: RecordContactRead): ApolloServerPlugin<GraphCaller> {
  return {
    requestDidStart: async ({ contextValue }) => {
      const { principal, requestId } = contextValue;
      if (principal.kind !== 'operator') return {};
      const noted = { organizationIds: new Set<string>(), soughtDigests: new Set<string>() };
      contextValue.contactReads = noted;
      let asked: ContactAsked = NO_CONTACT;
      let fields: readonly string[] = [];
      return {
        didResolveOperation: async ({ schema, document, operation, request: { variables = {} } }) => {
          if (operation === undefined) return;
          asked = contactAsked(schema, document, operation, variables);
          if (asked.isRead) await contextValue.countContactRead?.().catch(throwAsGraphError);
        },
        // What was refused before reads nothing, and does not come here.
        responseForOperation: async () => {
          fields = asked.fields;
          return null;
        },
        willSendResponse: async ({ operation, operationName, response }) => {
          if (fields.length === 0) return;
          const read = {
            operationName: operationName ?? null,
            fields,
            sought: [...noted.soughtDigests],
            organizationIds: [...noted.organizationIds].sort(),
          };
          await record({ ...principal, requestId }, read).catch((error: unknown) => {
            const shown = refused(error, operation);
            response.body = shown.body;
            response.http.status = shown.status;
          });
        },
      };
    },
  };
}

/** What cannot be recorded is not answered. A mutation is done by then: the answer says that it may be. */
function refused(error: unknown, operation: OperationDefinitionNode | undefined) {
  if (!(error instanceof Problem)) throw error;
  const { message, extensions, status } = operation?.operation === 'mutation' ? new Problem('outcome_unknown') : error;
  const errors = [new GraphQLError(message, { extensions: { ...extensions } }).toJSON()];
  return { status, body: { kind: 'single', singleResult: { errors } } } as const;
}
