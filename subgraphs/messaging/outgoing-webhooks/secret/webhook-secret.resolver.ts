import { Ctx, Query, Resolver } from 'type-graphql';
import type { SecretInUse } from '../../../../connectors/email-providers/secrets-in-use.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { requireRoleEverywhere } from '../../../../core/principal/principal.js';
import { WebhookSecret } from './webhook-secret.type.js';

@Resolver(() => WebhookSecret)
export class WebhookSecretResolver {
  readonly #secrets: readonly SecretInUse[];

  constructor(secrets: readonly SecretInUse[]) {
    this.#secrets = secrets;
  }

  @Query(() => [WebhookSecret], {
    description: 'The secrets that verify webhook calls, without their values. For admins.',
  })
  webhookSecrets(@Ctx() { principal }: GraphContext): readonly WebhookSecret[] {
    requireRoleEverywhere(principal, 'admin');
    return this.#secrets;
  }
}
