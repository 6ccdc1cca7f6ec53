import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../../test/support/api.js';
import type { Fixture } from '../rest/fixture.js';
import { atFixedRate } from '../rest/paced-load.js';
import { webhookCall } from '../rest/scenarios.js';

/** Seconds of the payments between two checks whether autopay has finished. */
const TURN_SECONDS = 1;
const LOOK_EVERY_MS = 25;
const FIRST_AT = Date.parse('2026-02-01T00:00:00Z');

/** Milliseconds of each payment, and from the 202 of each webhook call until its event is listed. */
export interface Beside {
  readonly payments: readonly number[];
  readonly failed: number;
  readonly webhooks: readonly number[];
}

/** Records payments at a fixed rate and sends a webhook call a second, until `isOver`. */
export async function loadBeside(
  url: string,
  fixture: Fixture,
  perSecond: number,
  isOver: () => boolean,
): Promise<Beside> {
  const [payments, webhooks] = await Promise.all([
    paymentsUntil(isOver, url, fixture, perSecond),
    webhooksUntil(isOver, url, fixture),
  ]);
  return { payments: payments.ms, failed: payments.failed, webhooks };
}

async function paymentsUntil(isOver: () => boolean, url: string, fixture: Fixture, perSecond: number) {
  const api = await Api.exchange(url, fixture.key);
  const { payableAccountIds } = fixture;
  let next = 0;
  const send = async () => {
    next = (next + 1) % payableAccountIds.length;
    return (await api.record(payableAccountIds[next] ?? '', { amount_cents: 1 })).status === 201;
  };
  const ms: number[] = [];
  let failed = 0;
  while (!isOver()) {
    const turn = await atFixedRate(send, perSecond, TURN_SECONDS);
    ms.push(...turn.ms);
    failed += turn.failed;
  }
  return { ms, failed };
}

async function webhooksUntil(isOver: () => boolean, url: string, { key, workspaceId }: Fixture) {
  const headers = { authorization: `Bearer ${key.plaintext}`, workspace_id: workspaceId };
  const ms: number[] = [];
  for (let call = 0; !isOver(); call += 1) {
    const at = FIRST_AT + call * 1_000;
    const { path, method, body, headers: typed } = webhookCall(1, new Date(at).toISOString());
    const { status } = await fetch(`${url}${path}`, { method, body, headers: { ...typed, ...headers } });
    if (status !== 202) throw new Error(`the webhook answered ${status}`);
    const accepted = performance.now();
    while ((await listed(url, headers, at)) === 0) await sleep(LOOK_EVERY_MS);
    ms.push(performance.now() - accepted);
    await sleep(1_000);
  }
  return ms;
}

async function listed(url: string, headers: Readonly<Record<string, string>>, at: number): Promise<number> {
  const [after, before] = [at - 1, at + 1].map((time) => new Date(time).toISOString());
  const path = `/campaign-events/?page_size=1&date_from=${after}&date_to=${before}`;
  const answer: unknown = await (await fetch(`${url}${path}`, { headers })).json();
  return (answer as { page: { total_items: number } }).page.total_items;
}
