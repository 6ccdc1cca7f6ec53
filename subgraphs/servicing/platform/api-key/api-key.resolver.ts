import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { OPTIONAL_KEY } from '../../../../core/graphql/optional-idempotency-key.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import type { ApiKeyService } from './api-key.service.js';
import { ApiKey, CreateApiKeyInput, CreatedApiKey } from './api-key.type.js';

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  constructor(private readonly keys: ApiKeyService) {}

  @Query(() => [ApiKey], {
    description: 'Every API key, oldest first, including revoked and expired ones. For admins.',
  })
  apiKeys(@Ctx() { principal }: GraphContext): Promise<readonly ApiKey[]> {
    return this.keys.all(principal);
  }

  @Mutation(() => CreatedApiKey, {
    description: 'Creates a key and shows its plaintext once; audited. For admins who signed in recently.',
  })
  createApiKey(
    @Arg('input', () => CreateApiKeyInput, { description: 'The key to be made.' }) input: CreateApiKeyInput,
    @Ctx() { principal }: GraphContext,
    @Arg('idempotencyKey', () => String, OPTIONAL_KEY) idempotencyKey?: string | null,
  ): Promise<CreatedApiKey> {
    return this.keys.create(principal, input, idempotencyKey);
  }

  @Mutation(() => CreatedApiKey, {
    description:
      'Creates a key with the name, organizations, scopes and lifetime of another one, which works until it is revoked; audited. For admins who signed in recently.',
  })
  rotateApiKey(
    @Arg('prefix', () => ID, { description: 'The key to be replaced.' }) prefix: string,
    @Ctx() { principal }: GraphContext,
    @Arg('expiresAt', () => IsoInstantScalar, {
      nullable: true,
      description: 'When the new key expires. By default it gets the same lifetime as the old one, starting now.',
    })
    expiresAt?: string | null,
    @Arg('idempotencyKey', () => String, OPTIONAL_KEY) idempotencyKey?: string | null,
  ): Promise<CreatedApiKey> {
    return this.keys.rotate(principal, prefix, expiresAt, idempotencyKey);
  }

  @Mutation(() => ApiKey, {
    description:
      'Revokes a key. Once this responds, no process accepts the key or a token issued for it. Repeatable, audited. For admins.',
  })
  revokeApiKey(
    @Arg('prefix', () => ID, { description: 'The key’s first 8 characters.' }) prefix: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<ApiKey> {
    return this.keys.revoke(principal, prefix);
  }
}
