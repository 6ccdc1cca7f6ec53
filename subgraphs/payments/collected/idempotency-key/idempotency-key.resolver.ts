import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { KeyedOperation } from '../../../../core/contract/operations-looked-up-by-key.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { IdempotencyKeyService } from './idempotency-key.service.js';
import { IdempotencyKey, KeyedOperationEnum } from './idempotency-key.type.js';

@Resolver(() => IdempotencyKey)
export class IdempotencyKeyResolver {
  constructor(private readonly keys: IdempotencyKeyService) {}

  @Query(() => IdempotencyKey, {
    description:
      'The state of the request that an idempotency key was used for. Not found does not mean that nothing was sent: a request refused before posting is not stored, and keys are deleted after 30 days.',
  })
  idempotencyKey(
    @Arg('key', () => String, { description: 'As it was sent.' }) key: string,
    @Arg('operation', () => KeyedOperationEnum, { description: 'The operation the key was used for.' })
    operation: KeyedOperation,
    @Arg('organizationId', () => ID, {
      nullable: true,
      description: 'The organization whose key is meant, if several have used it.',
    })
    organizationId: string | null | undefined,
    @Ctx() { principal }: GraphContext,
  ): Promise<IdempotencyKey> {
    return this.keys.one(principal, { key, operation, organizationId });
  }
}
