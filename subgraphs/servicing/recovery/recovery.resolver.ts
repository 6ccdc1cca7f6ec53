import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import { IsoInstantScalar } from '../../../core/graphql/scalars.js';
import type { RecoveryService } from './recovery.service.js';
import { Recovery, RecoveryPayload } from './recovery.type.js';

const ORGANIZATION = 'Which organization; omitted: every one.';

@Resolver(() => Recovery)
export class RecoveryResolver {
  constructor(private readonly service: RecoveryService) {}

  @Query(() => [Recovery], {
    description: 'Organizations that recover from a restore of the database. For admins of all organizations.',
  })
  recoveries(@Ctx() { principal }: GraphContext): Promise<readonly Recovery[]> {
    return this.service.list(principal);
  }

  @Mutation(() => [Recovery], {
    description:
      'Begins the recovery from a restore: each posting at a remote loan system is looked up before it is sent. Where one began at an earlier time, that time stays. For admins of all organizations; audited.',
  })
  startRecovery(
    @Arg('since', () => IsoInstantScalar, {
      description: 'The time to which the database was restored: not in the future, at most 30 days ago.',
    })
    since: string,
    @Arg('organizationId', () => ID, { nullable: true, description: ORGANIZATION })
    organizationId: string | null | undefined,
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly Recovery[]> {
    return this.service.start(principal, since, organizationId);
  }

  @Mutation(() => [Recovery], {
    description: 'Ends the recovery from a restore. For admins of all organizations; audited.',
  })
  endRecovery(
    @Arg('organizationId', () => ID, { nullable: true, description: ORGANIZATION })
    organizationId: string | null | undefined,
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly Recovery[]> {
    return this.service.end(principal, organizationId);
  }

  @Mutation(() => RecoveryPayload, {
    description:
      'Confirms that the list of postings of a loan system that cannot be searched by reference was read: it takes postings again. For admins of all organizations; audited.',
  })
  async confirmPostingsRead(
    @Arg('code', () => ID, { description: 'The loan system.' }) code: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<RecoveryPayload> {
    const change = await this.service.confirmRead(principal, code);
    return change.outcome === 'done'
      ? { recoveries: change.recoveries, problems: [] }
      : { recoveries: await this.service.list(principal), problems: change.problems };
  }
}
