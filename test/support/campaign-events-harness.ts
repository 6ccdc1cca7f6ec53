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

/** An instance with the senders' keys, and a lender whose workspace runs campaigns. */
export class CampaignEventsHarness {
  readonly instance: TestInstance;
  readonly lender: Lender;
  readonly workspaceId: string;
  /** An API key with every scope. */
  readonly key: string;

  constructor(instance: TestInstance, lender: Lender, workspaceId: string, key: string) {
    this.instance = instance;
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

  /** A harness for another lender on the same instance. */
  static async at(instance: TestInstance, name?: string): Promise<CampaignEventsHarness> {
    const lender = await instance.lender(name);
    return new CampaignEventsHarness(instance, lender, await lender.workspace(), (await lender.key()).plaintext);
  }

  get pool() {
    return this.instance.resources.pool;
  }

  ask(query: string, variables: Readonly<Record<string, unknown>> = {}, bearer = this.key): Promise<ApiAnswer> {
    return graphClient(this.instance.graphqlUrl, bearer)(query, variables);
  }

  /** Registers as an operator: events at the shared address match it, for any number of lenders. */
  async register(provider: string, ...identifiers: readonly string[]): Promise<string> {
    const operator = await operatorToken(this.instance.resources, { subject: 'ola', role: 'operator' });
    return this.registerAs(operator, provider, ...identifiers);
  }

  async registerAs(bearer: string, provider: string, ...identifiers: readonly string[]): Promise<string> {
    const input = { workspaceId: this.workspaceId, name: 'Autumn', provider, identifiers };
    const answer = await this.ask(REGISTER, { input }, bearer);
    if (typeof answer.json.data?.registerCampaign?.id !== 'string') throw new Error(answer.text);
    return answer.json.data.registerCampaign.id;
  }

  post({ headers, body }: WebhookCall, path = '/campaign-events/webhook'): Promise<ApiAnswer> {
    return send(`${this.instance.baseUrl}${path}`, { method: 'POST', headers, body });
  }

  /** The events of this workspace, or of another one, as this lender's key sees them. */
  list(query = '', workspaceId = this.workspaceId): Promise<ApiAnswer> {
    const headers = { authorization: `Bearer ${this.key}`, workspace_id: workspaceId };
    return send(`${this.instance.baseUrl}/campaign-events/?page_size=200${query}`, { headers });
  }

  async events(query = ''): Promise<readonly any[]> {
    return (await this.list(query)).json.items;
  }

  /** Waits until every call is processed and every waiting event is matched. */
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

  /** Sends by the generic sender, and waits until the call is processed. */
  async deliver(events: readonly SentEvent[]): Promise<void> {
    const answer = await this.post(GENERIC_SENDER.call(events.map(GENERIC_SENDER.write)));
    if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
    await this.settled();
  }

  /** The same without a worker: processes the call in this process. */
  async deliverNow(events: readonly SentEvent[]): Promise<void> {
    const answer = await this.post(GENERIC_SENDER.call(events.map(GENERIC_SENDER.write)));
    if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
    await this.jobs.handlers.process_webhooks();
  }

  /** The worker's jobs, to be run by the test if there is no worker. */
  get jobs() {
    const { resources } = this.instance;
    return messagingJobs(subgraphsSource(resources), webhookRetention(resources.config));
  }

  close(): Promise<void> {
    return this.instance.close();
  }
}

export const REGISTER = `mutation ($input: RegisterCampaignInput!) {
  registerCampaign(input: $input) { id workspaceId name provider identifiers createdAt }
}`;

/** An event with a new id; every field can be overridden. */
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
