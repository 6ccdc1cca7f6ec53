import { randomUUID } from 'node:crypto';
import { webhookRetention } from '../../runtime/assembly/email-providers.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { messagingJobs } from '../../subgraphs/messaging/jobs.js';
import { type ApiAnswer, send } from './api.js';
import { graphClient } from './graph.js';
import type { Lender } from './lender.js';
import { operatorToken } from './operators.js';
import { openTestInstance, type TestInstance } from './test-instance.js';
import { until } from './until.js';
import { GENERIC_SENDER, SENDER_ENVIRONMENT, type SentEvent, type WebhookCall } from './webhook-senders.js';

/** A house that knows the senders' keys, and a lender whose workspace runs campaigns. */
export class CampaignEventsHarness {
  readonly house: TestInstance;
  readonly lender: Lender;
  readonly workspaceId: string;
  /** An API key with every scope. */
  readonly key: string;

  constructor(house: TestInstance, lender: Lender, workspaceId: string, key: string) {
    this.house = house;
    this.lender = lender;
    this.workspaceId = workspaceId;
    this.key = key;
  }

  static async open(
    options: { readonly worker?: boolean; readonly environment?: Readonly<Record<string, string>> } = {},
  ) {
    const environment = { ...SENDER_ENVIRONMENT, ...options.environment };
    return CampaignEventsHarness.at(await openTestInstance({ worker: true, ...options, environment }));
  }

  /** Another lender's desk in the same house. */
  static async at(house: TestInstance, name?: string): Promise<CampaignEventsHarness> {
    const lender = await house.lender(name);
    return new CampaignEventsHarness(house, lender, await lender.workspace(), (await lender.key()).plaintext);
  }

  get pool() {
    return this.house.resources.pool;
  }

  ask(query: string, variables: Readonly<Record<string, unknown>> = {}, bearer = this.key): Promise<ApiAnswer> {
    return graphClient(this.house.graphqlUrl, bearer)(query, variables);
  }

  /** By an operator: what comes to the address of everybody matches it, however many lenders there are. */
  async register(provider: string, ...identifiers: readonly string[]): Promise<string> {
    const operator = await operatorToken(this.house.resources, { subject: 'ola', role: 'operator' });
    return this.registerAs(operator, provider, ...identifiers);
  }

  async registerAs(bearer: string, provider: string, ...identifiers: readonly string[]): Promise<string> {
    const input = { workspaceId: this.workspaceId, name: 'Autumn', provider, identifiers };
    const answer = await this.ask(REGISTER, { input }, bearer);
    if (typeof answer.json.data?.registerCampaign?.id !== 'string') throw new Error(answer.text);
    return answer.json.data.registerCampaign.id;
  }

  post({ headers, body }: WebhookCall, path = '/campaign-events/webhook'): Promise<ApiAnswer> {
    return send(`${this.house.baseUrl}${path}`, { method: 'POST', headers, body });
  }

  /** The events of the workspace, or of another one, as this lender's key sees them. */
  list(query = '', workspaceId = this.workspaceId): Promise<ApiAnswer> {
    const headers = { authorization: `Bearer ${this.key}`, workspace_id: workspaceId };
    return send(`${this.house.baseUrl}/campaign-events/?page_size=200${query}`, { headers });
  }

  async events(query = ''): Promise<readonly any[]> {
    return (await this.list(query)).json.items;
  }

  /** Until every call was worked through, and every event that waits was matched. */
  async settled(withinMs = 60_000): Promise<void> {
    await until(
      async () => {
        const { rows } = await this.pool.query(
          `select from webhook_batch where status = 'received'
           union all select from graphile_worker.jobs where task_identifier = 'match_waiting_events'`,
        );
        return rows.length === 0;
      },
      'every call is processed, and every event that waits is matched',
      withinMs,
    );
  }

  /** Sends by the generic sender, and waits until it is worked through. */
  async deliver(events: readonly SentEvent[]): Promise<void> {
    const answer = await this.post(GENERIC_SENDER.call(events.map(GENERIC_SENDER.write)));
    if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
    await this.settled();
  }

  /** The same in a house without a worker: by this process. */
  async deliverNow(events: readonly SentEvent[]): Promise<void> {
    const answer = await this.post(GENERIC_SENDER.call(events.map(GENERIC_SENDER.write)));
    if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
    await this.jobs.handlers.process_webhooks();
  }

  /** The jobs of the worker, to be run by hand in a house without one. */
  get jobs() {
    const { resources } = this.house;
    return messagingJobs(subgraphsSource(resources), webhookRetention(resources.config));
  }

  close(): Promise<void> {
    return this.house.close();
  }
}

export const REGISTER = `mutation ($input: RegisterCampaignInput!) {
  registerCampaign(input: $input) { id workspaceId name provider identifiers createdAt }
}`;

/** An event of a new id; anything of it may be said otherwise. */
export function sentEvent(fields: Partial<SentEvent> = {}): SentEvent {
  return {
    id: randomUUID(),
    type: 'open',
    recipient: 'ada@example.com',
    campaign: 'autumn',
    at: new Date('2026-01-10T12:00:00.000Z'),
    ...fields,
  };
}
