import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { WebhookAcceptor } from './accept-webhook.js';
import { AcceptedWebhook, WebhookHeaderInput } from './webhook.type.js';

@Resolver(() => AcceptedWebhook)
export class WebhookResolver {
  constructor(private readonly acceptor: WebhookAcceptor) {}

  @Mutation(() => AcceptedWebhook, {
    description: 'Accepts a call of an email provider: signed, or from a caller with `campaign_events:write`.',
  })
  async acceptWebhook(
    @Arg('headers', () => [WebhookHeaderInput], { description: 'The call’s headers.' })
    headers: readonly WebhookHeaderInput[],
    @Arg('body', () => String, { description: 'Its bytes, in base64.' }) body: string,
    @Arg('provider', () => String, {
      nullable: true,
      description: 'The provider; by default recognized from headers and body.',
    })
    provider: string | null | undefined,
    @Arg('address', () => String, {
      nullable: true,
      description: 'The code in the path of an organization’s own address; only the signature counts there.',
    })
    address: string | null | undefined,
    @Ctx() { principal }: GraphContext,
  ): Promise<AcceptedWebhook> {
    const rawBody = Buffer.from(body, 'base64');
    const call = { provider: provider ?? null, address: address ?? null, headers: byName(headers), rawBody };
    return { batchId: await this.acceptor.accept(principal, call) };
  }
}

/** A repeated header becomes a list, as the providers' port expects. */
function byName(headers: readonly WebhookHeaderInput[]): Readonly<Record<string, string | readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const { name, value } of headers) {
    const earlier = found.get(name);
    if (earlier === undefined) found.set(name, [value]);
    else earlier.push(value);
  }
  return Object.fromEntries(
    [...found].map(([name, [first = '', ...more]]) => [name, more.length === 0 ? first : [first, ...more]]),
  );
}
