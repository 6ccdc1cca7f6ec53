import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { snakeCased } from '../../../../core/contract/case-conversion.js';
import { withoutUndefined } from '../../../../core/contract/checked-write.js';
import type { EndpointConcern } from '../../../../core/contract/webhook-endpoint.js';
import type { Batch } from '../../../../core/graphql/batched-reads.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { OPTIONAL_KEY } from '../../../../core/graphql/optional-idempotency-key.js';
import type { WebhookEndpointService } from './endpoint.service.js';
import {
  Concern,
  CreateWebhookEndpointInput,
  QueuedEvents,
  ResendWebhookEventsInput,
  SentTestEvent,
  UpdateWebhookEndpointInput,
  WebhookAttemptArguments,
  WebhookAttemptPage,
  WebhookEndpoint,
  WebhookEndpointArguments,
  WebhookEndpointPage,
  WebhookEndpointWithSecret,
} from './endpoint.type.js';

const WHICH = { description: 'Which one.' } as const;

@Resolver(() => WebhookEndpoint)
export class WebhookEndpointResolver {
  readonly #endpoints: WebhookEndpointService;
  readonly #isSandbox: Batch<boolean>;

  /** @param isSandbox - whether the organization of an id is a sandbox */
  constructor(endpoints: WebhookEndpointService, isSandbox: Batch<boolean>) {
    this.#endpoints = endpoints;
    this.#isSandbox = isSandbox;
  }

  @FieldResolver(() => [Concern], {
    description: 'Rules it violates because it is older than they are. It keeps working; decide what to do.',
  })
  async concerns(@Root() endpoint: WebhookEndpoint, @Ctx() context: GraphContext): Promise<readonly EndpointConcern[]> {
    const { organizationIds } = endpoint;
    const flags = await Promise.all(organizationIds.map((id) => this.#isSandbox(id, context)));
    return this.#endpoints.concernsOf(endpoint, new Set(organizationIds.filter((_, position) => flags[position])));
  }

  @Query(() => WebhookEndpointPage, { description: 'Webhook endpoints, newest first.' })
  webhookEndpoints(
    @Args(() => WebhookEndpointArguments) request: WebhookEndpointArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<WebhookEndpointPage> {
    return this.#endpoints.list(principal, request);
  }

  @Query(() => WebhookEndpoint, { description: 'One webhook endpoint.' })
  webhookEndpoint(
    @Arg('id', () => ID, WHICH) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<WebhookEndpoint> {
    return this.#endpoints.one(principal, id);
  }

  @Query(() => WebhookAttemptPage, { description: 'Delivery attempts, newest first.' })
  webhookAttempts(
    @Args(() => WebhookAttemptArguments) request: WebhookAttemptArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<WebhookAttemptPage> {
    return this.#endpoints.attempts(principal, request);
  }

  @Mutation(() => WebhookEndpointWithSecret, {
    description: 'Creates a webhook endpoint and returns its secret, once per key; audited.',
  })
  createWebhookEndpoint(
    @Arg('input', () => CreateWebhookEndpointInput, { description: 'The endpoint to be made.' })
    input: CreateWebhookEndpointInput,
    @Ctx() { principal }: GraphContext,
    @Arg('idempotencyKey', () => String, OPTIONAL_KEY) idempotencyKey?: string | null,
  ): Promise<WebhookEndpointWithSecret> {
    return this.#endpoints.create(principal, bodyOf(input), idempotencyKey);
  }

  @Mutation(() => WebhookEndpoint, { description: 'Changes, disables or enables a webhook endpoint; audited.' })
  updateWebhookEndpoint(
    @Arg('id', () => ID, WHICH) id: string,
    @Arg('input', () => UpdateWebhookEndpointInput, { description: 'What is to be changed.' })
    input: UpdateWebhookEndpointInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<WebhookEndpoint> {
    return this.#endpoints.update(principal, id, bodyOf(input));
  }

  @Mutation(() => WebhookEndpoint, { description: 'Deletes a webhook endpoint and its secrets; audited.' })
  deleteWebhookEndpoint(
    @Arg('id', () => ID, WHICH) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<WebhookEndpoint> {
    return this.#endpoints.delete(principal, id);
  }

  @Mutation(() => WebhookEndpointWithSecret, {
    description: 'Creates a new secret and returns it, once per key; the previous one also signs for a day. Audited.',
  })
  rotateWebhookEndpointSecret(
    @Arg('id', () => ID, WHICH) id: string,
    @Ctx() { principal }: GraphContext,
    @Arg('idempotencyKey', () => String, OPTIONAL_KEY) idempotencyKey?: string | null,
  ): Promise<WebhookEndpointWithSecret> {
    return this.#endpoints.rotateSecret(principal, id, idempotencyKey);
  }

  @Mutation(() => SentTestEvent, { description: 'Sends an endpoint a test event; audited.' })
  testWebhookEndpoint(
    @Arg('id', () => ID, WHICH) id: string,
    @Ctx() { principal }: GraphContext,
    @Arg('idempotencyKey', () => String, OPTIONAL_KEY) idempotencyKey?: string | null,
  ): Promise<SentTestEvent> {
    return this.#endpoints.test(principal, id, idempotencyKey);
  }

  @Mutation(() => QueuedEvents, {
    description: 'Resends one event, or the events of a period, to an endpoint; audited.',
  })
  resendWebhookEvents(
    @Arg('id', () => ID, WHICH) id: string,
    @Arg('input', () => ResendWebhookEventsInput, { description: 'Which events.' }) input: ResendWebhookEventsInput,
    @Ctx() { principal }: GraphContext,
    @Arg('idempotencyKey', () => String, OPTIONAL_KEY) idempotencyKey?: string | null,
  ): Promise<QueuedEvents> {
    return this.#endpoints.resend(principal, id, bodyOf(input), idempotencyKey);
  }
}

/**
 * Converts to the contract's body. Null means the same as an omitted member, except for the description, which it
 * removes.
 */
function bodyOf(input: object): object {
  const body = snakeCased(withoutUndefined(input));
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || name === 'description'));
}
