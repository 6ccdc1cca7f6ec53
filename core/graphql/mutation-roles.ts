import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import { withRole } from '../principal/principal.js';
import type { OperatorRole } from '../principal/roles.js';
import type { GraphContext } from './context.js';

/** By mutation: the lowest role of an operator who may call it. API keys and Tributary itself have no role. */
export type MutationRoles = Readonly<Record<string, OperatorRole>>;

/**
 * Limits an operator, for each mutation, to the organizations where the role suffices. The organization scope does the
 * rest: an object of another lender is not found, exactly as one that does not exist. Fields of the answer are read with
 * the operator's whole access.
 *
 * @throws {Error} where the list is not exactly the list of the subgraph's mutations
 */
export function limitMutationsByRole(schema: GraphQLSchema, roles: MutationRoles): void {
  const fields = schema.getMutationType()?.getFields() ?? {};
  const unknown = Object.keys(roles).filter((name) => fields[name] === undefined);
  if (unknown.length > 0) throw new Error(`roles of unknown mutations: ${unknown.join(', ')}`);
  for (const [name, field] of Object.entries(fields)) {
    const least = roles[name];
    if (least === undefined) throw new Error(`the mutation ${name} has no role`);
    const { resolve = defaultFieldResolver } = field;
    field.resolve = (source, args, context: GraphContext, info) => {
      if (context.principal.kind !== 'operator') return resolve(source, args, context, info);
      return resolve(source, args, { ...context, principal: withRole(context.principal, least) }, info);
    };
  }
}
