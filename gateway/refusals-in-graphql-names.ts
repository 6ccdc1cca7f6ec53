import type { ApolloServerPlugin } from '@apollo/server';
import {
  type GraphQLArgument,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { z } from 'zod';
import type { GraphCaller } from './operation-runner-interface.js';

/**
 * Translates refusals for clients that sent their own document. Services use the contract's names
 * (`body.amount_cents`), which are REST's; such a client sees its own: `input.amountCents`. Prepared operations are
 * answered over REST and keep the contract's names.
 */
export const refusalMessages: ApolloServerPlugin<GraphCaller> = {
  requestDidStart: async ({ contextValue: { isPrepared } }) =>
    isPrepared === true
      ? {}
      : {
          willSendResponse: async ({ response, schema, operation }) => {
            if (response.body.kind !== 'single') return;
            const { singleResult } = response.body;
            if (singleResult.errors === undefined || operation === undefined) return;
            const errors = inGraphqlNames(singleResult.errors, schema, operation);
            response.body = { kind: 'single', singleResult: { ...singleResult, errors } };
          },
        },
};

export function inGraphqlNames(
  errors: readonly GraphQLFormattedError[],
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): readonly GraphQLFormattedError[] {
  return errors.map((error) => inGraphqlWords(error, argumentsOf(schema, operation, error.path)));
}

const invalid = z.object({
  code: z.literal('validation_failed'),
  issues: z.array(z.looseObject({ loc: z.array(z.string()) })),
});
const denied = z.object({
  code: z.literal('insufficient_scope'),
  missing: z.object({
    scope: z.string().optional(),
    role: z.string().optional(),
    organizations: z.string().optional(),
  }),
});

function inGraphqlWords(error: GraphQLFormattedError, args: readonly GraphQLArgument[]): GraphQLFormattedError {
  const refused = invalid.safeParse(error.extensions).data;
  if (refused !== undefined) {
    const issues = refused.issues.map((issue) => ({ ...issue, loc: placeOf(issue.loc, args) }));
    const message = 'The request is invalid; `extensions.issues` lists every problem.';
    return { ...error, message, extensions: { ...error.extensions, issues } };
  }
  const missing = denied.safeParse(error.extensions).data?.missing;
  return missing === undefined ? error : { ...error, message: lacking(missing) };
}

function lacking({ scope, role, organizations }: z.infer<typeof denied>['missing']): string {
  if (scope !== undefined) return `The caller lacks the scope ${scope}.`;
  const reach = organizations === undefined ? '' : `, for ${organizations} organizations`;
  return `The caller is not an operator with the role ${role}${reach}.`;
}

/** `body.amount_cents` → `input.amountCents`, `header.Idempotency-Key` → `idempotencyKey`, `query.cursor` → `cursor`. */
function placeOf([part, ...rest]: readonly string[], args: readonly GraphQLArgument[]): readonly string[] {
  if (part === 'header') return ['idempotencyKey'];
  const names = rest.map(camelCase);
  const [first] = names;
  if (part !== 'body' || args.some(({ name }) => name === first)) return names;
  const holder = args.find(({ type }) => {
    const input = getNamedType(type);
    return isInputObjectType(input) && (first === undefined || input.getFields()[first] !== undefined);
  });
  return holder === undefined ? names : [holder.name, ...names];
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Location within the refused root field. Only root fields take input, so their arguments are unambiguous. */
function argumentsOf(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
  path: GraphQLFormattedError['path'],
): readonly GraphQLArgument[] {
  if (path?.length !== 1) return [];
  const node = selectionSet.selections
    .filter((each) => each.kind === Kind.FIELD)
    .find(({ alias, name }) => (alias ?? name).value === path[0]);
  const field = node && schema.getRootType(operation)?.getFields()[node.name.value];
  return field?.args ?? [];
}
