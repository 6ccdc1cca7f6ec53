import { setTimeout as sleep } from 'node:timers/promises';
import { createWebhookReceivers, type Delivered } from '../../connectors/webhook-receivers/receiver.js';
import type { Event } from '../../sdk/src/index.js';

/** What the local server answered at last, and how often it was tried. */
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

/** As long as a real delivery waits. */
const TIMEOUT_MS = 15_000;
/** A server that is being restarted is back by then; another failure is the server's answer, and is shown. */
const PAUSES_MS = [500, 1_000, 2_000];

/** A server of the developer's own. */
export interface Target {
  readonly url: string;
  /** Whether any certificate of it is accepted, a self-signed one too. */
  readonly skipsVerification: boolean;
}

/** It is the machine of whoever calls it: any address that they name is theirs to call, but for clouds' metadata. */
const receiversThat = (verifiesCertificates: boolean) =>
  createWebhookReceivers({
    allowedNetworks: ['0.0.0.0/0', '::/0'],
    requiresHttps: false,
    timeoutMs: TIMEOUT_MS,
    verifiesCertificates,
  });
const VERIFYING = receiversThat(true);
const NOT_VERIFYING = receiversThat(false);

/** The address as it was written, or with `http://` in front of it: `localhost:3000/hook` is a host with its port. */
export function addressOf(written: string): string {
  return written.includes('://') ? written : `http://${written}`;
}

/** Why nothing can be forwarded to an address; undefined: it can. */
export function problemOfTarget(url: string): string | undefined {
  return VERIFYING.problemOf(url);
}

/** Hands an event to a server, by what sends the real ones: the same headers, and the same bytes. */
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
