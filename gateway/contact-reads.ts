import { type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from '@apollo/server';
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
import type { GraphCaller } from './operation.js';

/** By what a person is reached: type and fields. Names alone are on every screen, and are not told here. */
export const CONTACT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Person: ['email', 'phone', 'addresses'],
  PersonAddress: ['line1', 'line2', 'city', 'state', 'postalCode', 'country'],
  CampaignEvent: ['recipient'],
  Suppression: ['address'],
};

/** What of contact data a request asked for. */
export interface ContactRead {
  readonly operationName: string | null;
  /** `Person.email`, sorted. */
  readonly fields: readonly string[];
}

/** Writes down that an operator reads contact data; the answer waits for it. */
export type RecordContactRead = (principal: Principal, read: ContactRead) => Promise<void>;

/** One entry for each request of an operator that asks for contact data, whatever it brings: written before anything is read. */
export function contactReadsPlugin(record: RecordContactRead): ApolloServerPlugin<GraphCaller> {
  return {
    requestDidStart: async ({ contextValue: { principal, requestId } }) => {
      if (principal.kind !== 'operator') return {};
      return {
        // What another plugin refused reads nothing, and does not come here.
        responseForOperation: async ({ schema, document, operation, operationName }) => {
          const fields = contactFieldsIn(schema, document, operation);
          if (fields.length === 0) return null;
          return record({ ...principal, requestId }, { operationName, fields }).then(() => null, refused);
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

/** What cannot be written down is not read. */
function refused(error: unknown): GraphQLResponse {
  if (!(error instanceof Problem)) throw error;
  const shown = new GraphQLError(error.message, { extensions: { ...error.extensions } });
  return {
    http: { status: error.status, headers: new HeaderMap() },
    body: { kind: 'single', singleResult: { errors: [shown.toJSON()] } },
  };
}
