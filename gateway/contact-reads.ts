import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Principal } from '../core/auth/principal.js';
import { Problem } from '../core/errors/problem.js';
import { CONTACT_FIELDS } from '../core/graphql/contact-fields.js';
import type { GraphCaller } from './operation.js';

/** What of contact data a request asked for, and whose it was given. */
export interface ContactRead {
  readonly operationName: string | null;
  /** `Person.email`, sorted. */
  readonly fields: readonly string[];
  /** Whose people are in the answer; none: it found nobody. */
  readonly organizationIds: readonly string[];
}

/** Writes down that an operator reads contact data; the answer waits for it. */
export type RecordContactRead = (principal: Principal, read: ContactRead) => Promise<void>;

/**
 * Each request of an operator that asks for contact data is written down before its answer leaves, whatever that is: at each organization
 * whose people are in it. So there are never more entries than rows in the answer.
 */
export function contactReadsPlugin(record: RecordContactRead): ApolloServerPlugin<GraphCaller> {
  return {
    requestDidStart: async ({ contextValue }) => {
      const { principal, requestId } = contextValue;
      if (principal.kind !== 'operator') return {};
      const contactOf = new Set<string>();
      contextValue.contactOf = contactOf;
      let fields: readonly string[] = [];
      return {
        // What another plugin refused reads nothing, and does not come here.
        responseForOperation: async ({ schema, document, operation }) => {
          fields = contactFieldsIn(schema, document, operation);
          return null;
        },
        willSendResponse: async ({ operation, operationName, response }) => {
          if (fields.length === 0) return;
          const read = { operationName: operationName ?? null, fields, organizationIds: [...contactOf].sort() };
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

/** Of an operation, its fragments included: the fields that give contact data. */
export function contactFieldsIn(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly string[] {
  const found = new Set<string>();
  const types = new TypeInfo(schema);
  const look = visitWithTypeInfo(types, {
    Field({ name }) {
      const parent = getNamedType(types.getParentType());
      if (parent && CONTACT_FIELDS[parent.name]?.includes(name.value)) found.add(`${parent.name}.${name.value}`);
    },
  });
  visit(operation, look);
  // Another operation's fragments may be among them: better one entry too many.
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) visit(definition, look);
  }
  return [...found].sort();
}

/** What cannot be written down is not answered; of a mutation, which is done, that it may be. */
function refused(error: unknown, operation: OperationDefinitionNode | undefined) {
  if (!(error instanceof Problem)) throw error;
  const { message, extensions, status } = operation?.operation === 'mutation' ? new Problem('outcome_unknown') : error;
  const errors = [new GraphQLError(message, { extensions: { ...extensions } }).toJSON()];
  return { status, body: { kind: 'single', singleResult: { errors } } } as const;
}
