import { Ctx, Query, Resolver } from 'type-graphql';
import type { SecretFingerprint } from '../../../../connectors/email-providers/secret-fingerprints.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { requireRoleEverywhere } from '../../../../core/principal/principal.js';
import { WebhookSecret } from './webhook-secret.type.js';

@Resolver(() => WebhookSecret)
export class WebhookSecretResolver {
  constructor(private readonly secrets: readonly SecretFingerprint[]) {}

  @Query(() => [WebhookSecret], {
    description: 'The secrets that verify webhook calls, without their values. For admins.',
  })
  webhookSecrets(@Ctx() { principal }: GraphContext): readonly WebhookSecret[] {
    requireRoleEverywhere(principal, 'admin');
    return this.secrets;
  }
}
