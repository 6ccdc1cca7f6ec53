import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import type { ActsWithLimits } from '../approvals/act-with-limit-interface.js';
import type { SecondPersonCheck } from '../approvals/require-second-person.js';
import { withRole } from '../principal/principal.js';
import type { OperatorRole } from '../principal/roles.js';
import type { GraphContext } from './context.js';

/** By mutation: the lowest role of an operator who may call it. API keys and Tributary itself have no role. */
export type MutationRoles = Readonly<Record<string, OperatorRole>>;

/** Mutations whose amount may need a second person, and the check. */
export interface LimitedActs {
  readonly acts: ActsWithLimits;
  readonly secondPerson: Pick<SecondPersonCheck, 'require'>;
}

/**
 * Limits an operator, for each mutation, to the organizations where the role suffices. The organization scope does the
 * rest: an object of another lender is not found, exactly as one that does not exist. Fields of the answer are read with
 * the operator's whole access. An act above the operator's amount limit becomes a request for a second person.
 *
 * @throws {Error} where the list is not exactly the list of the subgraph's mutations
 */
export function limitMutationsByRole(schema: GraphQLSchema, roles: MutationRoles, limited?: LimitedActs): void {
  const fields = schema.getMutationType()?.getFields() ?? {};
  const listed = [...Object.keys(roles), ...Object.keys(limited?.acts ?? {})];
  const unknown = listed.filter((name) => fields[name] === undefined);
  if (unknown.length > 0) throw new Error(`roles of unknown mutations: ${unknown.join(', ')}`);
  for (const [name, field] of Object.entries(fields)) {
    const least = roles[name];
    if (least === undefined) throw new Error(`the mutation ${name} has no role`);
    const { resolve = defaultFieldResolver } = field;
    const declared = limited?.acts[name];
    field.resolve = (source, args, context: GraphContext, info) => {
      if (context.principal.kind !== 'operator') return resolve(source, args, context, info);
      const principal = withRole(context.principal, least);
      const perform = () => resolve(source, args, { ...context, principal }, info);
      if (limited === undefined || declared === undefined) return perform();
      return limited.secondPerson.require(principal, { name, leastRole: least, declared }, args).then(perform);
    };
  }
}
