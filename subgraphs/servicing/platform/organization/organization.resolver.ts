import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { businessClock } from '../../../../core/business-time/business-clock.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { OPTIONAL_KEY } from '../../../../core/graphql/optional-idempotency-key.js';
import { CreatedListArguments, type ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { IsoDateScalar } from '../../../../core/graphql/scalars.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { dateIn } from '../../../../core/time/servicing-day.js';
import type { OrganizationService } from './organization.service.js';
import {
  CreateOrganizationInput,
  Organization,
  OrganizationPage,
  UpdateOrganizationInput,
} from './organization.type.js';

@Resolver(() => Organization)
export class OrganizationResolver {
  constructor(
    private readonly service: OrganizationService,
    private readonly time: Pick<ServiceParts, 'db' | 'clock'>,
  ) {}

  @Query(() => Organization, { description: 'One organization of the allowlist.' })
  organization(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() context: GraphContext,
  ): Promise<Organization> {
    return this.service.one(context.principal, id);
  }

  @Query(() => OrganizationPage, { description: 'The organizations in the allowlist, by id.' })
  organizations(
    @Args(() => CreatedListArguments) request: ListArguments,
    @Ctx() context: GraphContext,
  ): Promise<OrganizationPage> {
    return this.service.list(context.principal, request);
  }

  @FieldResolver(() => IsoDateScalar, { description: 'Today’s date in its time zone.' })
  async today(@Root() { id, timeZone }: Organization): Promise<string> {
    const { db, clock } = this.time;
    return dateIn(timeZone, (await businessClock(db, clock, id)).now());
  }

  @Mutation(() => Organization, { description: 'Creates a lender; audited. For admins of all organizations.' })
  createOrganization(
    @Arg('input', () => CreateOrganizationInput, { description: 'The lender.' }) input: CreateOrganizationInput,
    @Ctx() { principal }: GraphContext,
    @Arg('idempotencyKey', () => String, OPTIONAL_KEY) idempotencyKey?: string | null,
  ): Promise<Organization> {
    return this.service.create(principal, input, idempotencyKey);
  }

  @Mutation(() => Organization, {
    description:
      'Changes names, the time zone, and whether the organization is active; audited. An inactive one accepts nothing new. For admins of all organizations.',
  })
  updateOrganization(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Arg('input', () => UpdateOrganizationInput, { description: 'What is to be written.' })
    input: UpdateOrganizationInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<Organization> {
    return this.service.update(principal, id, input);
  }
}
