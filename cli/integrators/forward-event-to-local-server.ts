import { setTimeout as sleep } from 'node:timers/promises';
import { createWebhookReceivers, type Delivered } from '../../connectors/webhook-receivers/deliver-message.js';
import type { Event } from '../../sdk/src/index.js';

/** The local server's final response, and the number of tries. */
export interface Forwarded extends Delivered {
  readonly tries: number;
}

export interface Forwarding {
  readonly target: Target;
  readonly secret: string;
  readonly signal: AbortSignal;
  /** Called before a try is repeated. */
  readonly refused: (url: string) => void;
}

/** The same timeout as for a real delivery. */
const TIMEOUT_MS = 15_000;
/** Time for a server to restart. Any other failure counts as the server's response, and is shown. */
const PAUSES_MS = [500, 1_000, 2_000];

/** The developer's own server. */
export interface Target {
  readonly url: string;
  /** Accepts any of its certificates, including a self-signed one. */
  readonly skipsVerification: boolean;
}

/** The command runs on the caller's own machine, so any address is allowed except cloud metadata. */
const receiversThat = (verifiesCertificates: boolean) =>
  createWebhookReceivers({
    allowedNetworks: ['0.0.0.0/0', '::/0'],
    requiresHttps: false,
    timeoutMs: TIMEOUT_MS,
    verifiesCertificates,
  });
const VERIFYING = receiversThat(true);
const NOT_VERIFYING = receiversThat(false);

/** Returns the address as given, or with `http://` added: `localhost:3000/hook` is a host with its port. */
export function addressOf(written: string): string {
  return written.includes('://') ? written : `http://${written}`;
}

/** Why events cannot be forwarded to an address, or undefined if they can. */
export function problemOfTarget(url: string): string | undefined {
  return VERIFYING.problemOf(url);
}

/** Sends an event with the code of real deliveries: the same headers and the same bytes. */
export async function forward(event: Event, { target, secret, signal, refused }: Forwarding): Promise<Forwarded> {
  const { url, skipsVerification } = target;
  const receivers = skipsVerification ? NOT_VERIFYING : VERIFYING;
  const body = JSON.stringify(event);
  for (let tries = 1; ; tries += 1) {
    const delivered = await receivers.send({ url, id: event.id, body, secrets: [secret], at: new Date() });
    const pause = PAUSES_MS[tries - 1];
    if (delivered.error !== 'connection_refused' || pause === undefined || signal.aborted)
      return { ...delivered, tries };
    refused(url);
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}
