import type { Fixture } from './fixture.js';
import { webhookCall } from './scenarios.js';

const CALLS = 200;
const FIRST_AT = Date.parse('2026-02-01T00:00:00Z');

/**
 * Sends calls with so many events, one after the other, and reads GET /campaign-events/ after each until all its events
 * are listed.
 *
 * @returns for each call the milliseconds from the 202 until then.
 */
export async function webhookDelays(url: string, fixture: Fixture, events: number): Promise<readonly number[]> {
  const delays: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    // Each call has events of a different second, so that the list can be filtered to its events.
    const at = FIRST_AT + (events * CALLS + call) * 1_000;
    const { path, method, body, headers } = webhookCall(events, new Date(at).toISOString());
    const authorization = `Bearer ${fixture.key.plaintext}`;
    const { status } = await fetch(`${url}${path}`, { method, body, headers: { ...headers, authorization } });
    if (status !== 202) throw new Error(`the webhook answered ${status}`);
    const accepted = performance.now();
    while ((await listedAt(url, fixture, at)) < events);
    delays.push(performance.now() - accepted);
  }
  return delays;
}

async function listedAt(url: string, { key, workspaceId }: Fixture, at: number): Promise<number> {
  const [after, before] = [at - 1, at + 1].map((time) => new Date(time).toISOString());
  const headers = { authorization: `Bearer ${key.plaintext}`, workspace_id: workspaceId };
  const path = `/campaign-events/?page_size=1&date_from=${after}&date_to=${before}`;
  const answer: unknown = await (await fetch(`${url}${path}`, { headers })).json();
  return (answer as { page: { total_items: number } }).page.total_items;
}
