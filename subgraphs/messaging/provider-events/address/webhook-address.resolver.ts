import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { OPTIONAL_KEY } from '../../../../core/graphql/optional-idempotency-key.js';
import { CreatedListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { pathOf, type WebhookAddressService } from './webhook-address.service.js';
import type { WebhookAddressRow } from './webhook-address.store.js';
import {
  CreateWebhookAddressInput,
  MadeWebhookAddress,
  WebhookAddress,
  WebhookAddressPage,
} from './webhook-address.type.js';

@Resolver(() => WebhookAddress)
export class WebhookAddressResolver {
  constructor(private readonly addresses: WebhookAddressService) {}

  @Query(() => WebhookAddressPage, { description: 'The webhook addresses of organizations in scope, newest first.' })
  async webhookAddresses(
    @Args(() => CreatedListArguments) request: InstanceType<typeof CreatedListArguments>,
    @Ctx() { principal }: GraphContext,
  ): Promise<WebhookAddressPage> {
    const { items, page } = await this.addresses.list(principal, request);
    return { items: items.map(shown), page };
  }

  @Mutation(() => MadeWebhookAddress, {
    description: 'Creates an address for calls of one email provider; its secret is shown once per key. Audited.',
  })
  async createWebhookAddress(
    @Arg('input', () => CreateWebhookAddressInput, { description: 'What is to be made.' })
    input: CreateWebhookAddressInput,
    @Ctx() { principal }: GraphContext,
    @Arg('idempotencyKey', () => String, OPTIONAL_KEY) idempotencyKey?: string | null,
  ): Promise<MadeWebhookAddress> {
    const { organizationId, provider, name, publicKey, signingKey } = input;
    const body = { organization_id: organizationId, provider, name, public_key: publicKey, signing_key: signingKey };
    const { address, ...secret } = await this.addresses.create(principal, body, idempotencyKey);
    return { address: shown(address), ...secret };
  }

  @Mutation(() => WebhookAddress, {
    description: 'Revokes an address and its secret; repeatable, audited.',
  })
  async endWebhookAddress(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<WebhookAddress> {
    return shown(await this.addresses.end(principal, id));
  }
}

function shown({ pathId, ...address }: WebhookAddressRow): WebhookAddress {
  return { ...address, path: pathOf({ pathId }) };
}
