import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { ErasureCounts } from '../../../../core/erasure/erasure-step.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { ErasureService, ErasureSubject } from './erasure.service.js';
import { Erasure } from './erasure.type.js';

@Resolver(() => Erasure)
export class ErasureResolver {
  constructor(private readonly erasures: ErasureService) {}

  @Query(() => Erasure, { description: 'Progress of an erasure. For admins.' })
  async erasure(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<Erasure> {
    return shown(await this.erasures.one(principal, id));
  }

  @Mutation(() => Erasure, {
    description:
      'Erases a person’s contact data everywhere, and keeps syncs from restoring it; repeatable, audited. For admins.',
  })
  erasePerson(
    @Arg('personId', () => ID, { description: 'The person.' }) personId: string,
    @Arg('dryRun', () => Boolean, { nullable: true, description: 'Only counts what would be erased.' })
    dryRun: boolean | null | undefined,
    @Ctx() { principal }: GraphContext,
  ): Promise<Erasure> {
    return this.#erase(principal, { kind: 'person', personId }, dryRun === true);
  }

  @Mutation(() => Erasure, {
    description:
      'Erases email providers’ events for an address; the record that nothing may be sent to it remains. Repeatable, audited. For admins.',
  })
  eraseRecipient(
    @Arg('organizationId', () => ID, { description: 'The organization that sent mail to the address.' })
    organizationId: string,
    @Arg('address', () => String, { description: 'The email address.' }) address: string,
    @Arg('dryRun', () => Boolean, { nullable: true, description: 'Only counts what would be erased.' })
    dryRun: boolean | null | undefined,
    @Ctx() { principal }: GraphContext,
  ): Promise<Erasure> {
    return this.#erase(principal, { kind: 'recipient', organizationId, address }, dryRun === true);
  }

  async #erase(principal: Principal, subject: ErasureSubject, isDryRun: boolean): Promise<Erasure> {
    if (!isDryRun) return shown(await this.erasures.begin(principal, subject));
    return { id: null, finishedAt: null, counts: listed(await this.erasures.dryRun(principal, subject)) };
  }
}

function shown({ id, counts, finishedAt }: { id: string; counts: ErasureCounts; finishedAt: string | null }): Erasure {
  return { id, counts: listed(counts), finishedAt };
}

function listed(counts: ErasureCounts): Erasure['counts'] {
  return Object.entries(counts).map(([table, rows]) => ({ table, rows }));
}
