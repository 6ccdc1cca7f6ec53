import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Database } from '../../../core/db/database.js';
import type { GraphContext } from '../../../core/graphql/context.js';
import { requireScope } from '../../../core/principal/principal.js';
import { portfolioInScope } from './portfolio.store.js';
import { Organization, PortfolioRow } from './portfolio.type.js';

type PortfolioOf = (organizationId: string, context: GraphContext) => Promise<readonly PortfolioRow[]>;

@Resolver(() => Organization)
export class PortfolioResolver {
  constructor(
    private readonly db: Database,
    private readonly portfolioOf: PortfolioOf,
  ) {}

  @Query(() => [PortfolioRow], { description: 'All accounts in scope by status.' })
  portfolio(@Ctx() { principal }: GraphContext): Promise<readonly PortfolioRow[]> {
    requireScope(principal, 'reports:read');
    return this.db.many(principal, portfolioInScope, {});
  }

  @FieldResolver(() => [PortfolioRow], {
    name: 'portfolio',
    nullable: true,
    description: 'The organization’s accounts by status.',
  })
  ofOrganization(@Root() organization: Organization, @Ctx() context: GraphContext): Promise<readonly PortfolioRow[]> {
    return this.portfolioOf(organization.id, context);
  }
}
