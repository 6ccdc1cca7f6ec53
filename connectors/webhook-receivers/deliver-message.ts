import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Webhook } from 'standardwebhooks';
import { AddressGuard } from './address-guard.js';
import { failureCodeOf } from './failure-code.js';
import { guardedConnect, type Resolve } from './guarded-connect.js';
import { addressesOf } from './host-addresses.js';
import { isInternalName } from './internal-names.js';
import { post } from './post.js';

/** One try to deliver a message. */
export interface Message {
  readonly url: string;
  /** The same through all tries: receivers use it to detect duplicates. */
  readonly id: string;
  readonly body: string;
  /** `whsec_…`, one signature for each: there are two during a rotation. */
  readonly secrets: readonly string[];
  /** The time of this try. */
  readonly at: Date;
}

/** The result of a try. Never thrown: a failing receiver is not an error of ours. */
export interface Delivered {
  readonly succeeded: boolean;
  /** Null: there was no answer. */
  readonly httpStatus: number | null;
  /** The code of the reason when there was no answer. */
  readonly error: string | null;
  readonly durationMs: number;
  /** The beginning of the answer's body, as text. */
  readonly answer: string | null;
  /** The receiver's `Retry-After` in milliseconds; null without one. */
  readonly retryAfterMs: number | null;
}

export interface WebhookReceivers {
  send(message: Message): Promise<Delivered>;
  /**
   * Why an address is not accepted, judged by the address alone; undefined when it is accepted. Addresses that were
   * accepted before the rule for ports existed are still sent to.
   */
  problemOf(url: string): string | undefined;
}

export interface ReceiverOptions {
  /** The operator's own networks to which webhooks may be sent. */
  readonly allowedNetworks: readonly string[];
  /** True everywhere but in development. */
  readonly requiresHttps: boolean;
  /** For the whole exchange, up to the last byte that is read, milliseconds. */
  readonly timeoutMs: number;
  /**
   * Receives the reason why nothing was sent to a name. The client that registered the name does not get the reason: it
   * would reveal which internal names exist.
   */
  readonly logger?: { info(fields: object, message: string): void } | undefined;
  /**
   * False: any certificate is accepted, even a self-signed one. Only for a developer's own server (`listen
   * --skip-verify`).
   */
  readonly verifiesCertificates?: boolean;
  /** Only tests pass another one. */
  readonly resolve?: Resolve;
}

const LOST = { succeeded: false, httpStatus: null, answer: null, retryAfterMs: null, durationMs: 0 } as const;
const MOST_ANSWER_BYTES = 2_048;

/**
 * Sends webhooks by Standard Webhooks. Each try uses a new connection: it resolves and checks the address again, and no
 * slow receiver holds another one's socket. Redirects are not followed; two kilobytes of an answer are read.
 */
export function createWebhookReceivers(options: ReceiverOptions): WebhookReceivers {
  const { allowedNetworks, requiresHttps, timeoutMs, logger } = options;
  const { resolve = (hostname) => addressesOf(hostname, { timeoutMs }), verifiesCertificates = true } = options;
  const guard = new AddressGuard(allowedNetworks);
  const connect = guardedConnect(guard, { timeoutMs, resolve, verifiesCertificates });
  const mayBeInternal = !requiresHttps || allowedNetworks.length > 0;
  const problem = (url: string) => problemOf(url, { guard, requiresHttps, mayBeInternal });
  return {
    problemOf: (url) => problem(url) ?? portProblemOf(url, requiresHttps),
    send: async (message) => {
      const began = performance.now();
      if (problem(message.url) !== undefined) return { ...LOST, error: 'address_not_allowed' };
      const url = new URL(message.url);
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(new TimedOut()), timeoutMs);
      const took = () => Math.round(performance.now() - began);
      try {
        const answer = await post({
          url,
          headers: { 'content-type': 'application/json', 'user-agent': 'Tributary-Webhooks/1', ...signed(message) },
          body: message.body,
          connect,
          signal: abort.signal,
        });
        const { statusCode: httpStatus = 0 } = answer;
        const retryAfterMs = retryAfter(answer.headers['retry-after'], message.at);
        const succeeded = httpStatus >= 200 && httpStatus < 300;
        // The status counts, whether or not the rest of the answer arrives.
        const text = await beginningOf(answer).catch(() => '');
        return { succeeded, httpStatus, error: null, durationMs: took(), answer: text, retryAfterMs };
      } catch (error) {
        const reason = failureCodeOf(error);
        if (isOfName(reason, url.hostname)) {
          logger?.info({ host: url.hostname, reason }, 'a webhook was not sent because of its host name');
          return { ...LOST, error: 'dns', durationMs: took() };
        }
        return { ...LOST, error: reason, durationMs: took() };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

interface Allowed {
  readonly guard: AddressGuard;
  readonly requiresHttps: boolean;
  /** Whether names of the operator's own network are accepted. */
  readonly mayBeInternal: boolean;
}

function problemOf(text: string, { guard, requiresHttps, mayBeInternal }: Allowed): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL such as https://host/path';
  const url = new URL(text);
  if (url.protocol !== 'https:' && (requiresHttps || url.protocol !== 'http:')) return 'must begin with https://';
  if (url.username !== '' || url.password !== '')
    return 'must not contain credentials: the signature identifies the sender';
  if (url.hash !== '') return 'must not have a fragment';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPublic = isIP(host) === 0 ? mayBeInternal || !isInternalName(host) : guard.allows(host);
  return isPublic ? undefined : 'must point to a public address';
}

/** Ports below 1024 belong to other services, which a text that resembles a request may trigger. */
function portProblemOf(text: string, requiresHttps: boolean): string | undefined {
  const { port } = new URL(text); // empty for the scheme's default port
  const isTaken = port === '' || Number(port) >= 1_024 || port === '443' || (port === '80' && !requiresHttps);
  return isTaken ? undefined : 'must use port 443 or a port from 1024 up';
}

/**
 * An unknown name and a name that resolves to a forbidden address get the same error code: an outsider does not learn
 * which internal names exist.
 */
function isOfName(word: string, hostname: string): boolean {
  return word === 'dns' || (word === 'address_not_allowed' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0);
}

class TimedOut extends Error {
  readonly code = 'TIMED_OUT';
}

function signed({ id, at, body, secrets }: Message): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

async function beginningOf(body: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size >= MOST_ANSWER_BYTES) break;
  }
  // Postgres text cannot contain NUL.
  return Buffer.concat(parts).subarray(0, MOST_ANSWER_BYTES).toString('utf8').replaceAll('\u0000', '\ufffd');
}

/** RFC 9110: seconds, or a date. */
function retryAfter(header: string | string[] | undefined, at: Date): number | null {
  if (typeof header !== 'string') return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - at.getTime());
}
