import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import { ListArguments } from '../../../core/graphql/list-arguments.js';
import type { OrganizationService } from './organization.service.js';
import { Organization, OrganizationPage } from './organization.type.js';

@Resolver(() => Organization)
export class OrganizationResolver {
  readonly #service: OrganizationService;

  constructor(service: OrganizationService) {
    this.#service = service;
  }

  @Query(() => Organization, { description: 'One organization of the allowlist.' })
  organization(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() context: GraphContext,
  ): Promise<Organization> {
    return this.#service.one(context.principal, id);
  }

  @Query(() => OrganizationPage, { description: 'The organizations of the allowlist, by id.' })
  organizations(
    @Args(() => ListArguments) request: ListArguments,
    @Ctx() context: GraphContext,
  ): Promise<OrganizationPage> {
    return this.#service.list(context.principal, request);
  }
}
