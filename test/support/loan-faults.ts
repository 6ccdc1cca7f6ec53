import type { ServerResponse } from 'node:http';
import { z } from 'zod';

/**
 * How a loan system can fail during a call. An attempt posts nothing, except for the kinds whose name says so
 * (`post_*`, `reset_after`, `wrong_json`).
 */
export const FAULT_KINDS = [
  /** One of the system's rules refuses it. */
  'refuse',
  'validation_error',
  /** The same request is in progress. */
  'in_progress',
  /** Locked by the close of business. */
  'locked',
  'fail_before_posting',
  'post_and_fail',
  'post_and_hang',
  /** Hangs; carried out `lateMs` later, or when the test says so, after all callers have given up. */
  'post_late',
  'hang',
  'reset_before',
  'reset_after',
  'slow',
  /** Success, with a truncated JSON document. */
  'wrong_json',
  /** A proxy's HTML page. */
  'html',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  readonly slowMs?: number | undefined;
  readonly lateMs?: number | undefined;
}

export interface WireAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One call on the wire, as the stand-in would serve it, and the system's own refusals. */
export interface Exchange {
  readonly response: ServerResponse;
  carryOut(): WireAnswer;
  readonly own: Readonly<Record<'refuse' | 'validation_error' | 'locked', () => WireAnswer>>;
  /** The system's response while the same request is in progress; it may never end. */
  inProgress(response: ServerResponse): void;
}

type Rule = { readonly faults: readonly Fault[]; readonly every: number; left: number; taken: number };

/** Decides which calls of a stand-in fail, and counts the calls of each kind. */
export class FaultSwitch {
  readonly calls = new Map<string, number>();
  readonly #rules = new Map<string, Rule[]>();
  readonly #late = new Set<() => void>();

  /** Makes the next calls of a kind fail; `*` stands for any kind. */
  next(call: string, fault: Fault | FaultKind, times = 1): void {
    this.#add(call, { faults: [asFault(fault)], every: 1, left: times, taken: 0 });
  }

  always(call: string, fault: Fault | FaultKind): void {
    this.next(call, fault, Number.POSITIVE_INFINITY);
  }

  /** Makes every n-th call of a kind fail, with several faults in turn. */
  every(call: string, nth: number, ...faults: readonly [Fault | FaultKind, ...(Fault | FaultKind)[]]): void {
    this.#add(call, { faults: faults.map(asFault), every: nth, left: Number.POSITIVE_INFINITY, taken: 0 });
  }

  clear(): void {
    this.#rules.clear();
  }

  count(call: string): number {
    return this.calls.get(call) ?? 0;
  }

  /** Carries out the requests that `post_late` holds back. */
  arriveLate(): void {
    for (const arrive of this.#late) arrive();
  }

  async serve(call: string, exchange: Exchange): Promise<void> {
    const fault = this.#take(call);
    if (fault === undefined) return send(exchange.response, exchange.carryOut());
    await this.#goWrong(fault, exchange);
  }

  async #goWrong(fault: Fault, exchange: Exchange): Promise<void> {
    const { response, own } = exchange;
    switch (fault.kind) {
      case 'refuse':
      case 'validation_error':
      case 'locked':
        return send(response, own[fault.kind]());
      case 'in_progress':
        return exchange.inProgress(response);
      case 'fail_before_posting':
        return sendText(response, 500, 'text/plain', 'Internal Server Error');
      case 'post_and_fail':
        exchange.carryOut();
        return sendText(response, 500, 'text/plain', 'Internal Server Error');
      case 'post_and_hang':
        exchange.carryOut();
        return;
      case 'post_late':
        return this.#keepBack(fault, exchange);
      case 'hang':
        return;
      case 'reset_before':
        response.destroy();
        return;
      case 'reset_after':
        exchange.carryOut();
        response.destroy();
        return;
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, fault.slowMs ?? 200));
        return send(response, exchange.carryOut());
      case 'wrong_json': {
        const { status, body } = exchange.carryOut();
        const text = textOf(body);
        return sendText(response, status, 'application/json', text.slice(0, text.length / 2));
      }
      case 'html':
        return sendText(response, 502, 'text/html', '<html><body><h1>502 Bad Gateway</h1></body></html>');
    }
  }

  #keepBack({ lateMs }: Fault, exchange: Exchange): void {
    const arrive = () => {
      this.#late.delete(arrive);
      clearTimeout(timer);
      exchange.carryOut();
    };
    const timer = lateMs === undefined ? undefined : setTimeout(arrive, lateMs).unref();
    this.#late.add(arrive);
  }

  #take(call: string): Fault | undefined {
    const seen = this.count(call) + 1;
    this.calls.set(call, seen);
    for (const key of [call, '*']) {
      const rule = this.#rules.get(key)?.find(({ every, left }) => left > 0 && seen % every === 0);
      if (rule === undefined) continue;
      rule.left -= 1;
      rule.taken += 1;
      return rule.faults[(rule.taken - 1) % rule.faults.length];
    }
    return undefined;
  }

  #add(call: string, rule: Rule): void {
    this.#rules.set(call, [...(this.#rules.get(call) ?? []), rule]);
  }
}

const faultOrder = z.object({
  call: z.string(),
  fault: z.enum(FAULT_KINDS),
  slowMs: z.number().optional(),
  lateMs: z.number().optional(),
});

const CONTROL = z.discriminatedUnion('op', [
  z.object({ op: z.literal('next'), times: z.number().default(1), ...faultOrder.shape }),
  z.object({ op: z.literal('always'), ...faultOrder.shape }),
  z.object({ op: z.literal('every'), nth: z.number(), ...faultOrder.shape }),
  z.object({ op: z.literal('clear') }),
  z.object({ op: z.literal('arrive_late') }),
  z.object({ op: z.literal('calls') }),
]);

/** A command of `POST /__control`: the same switch, from another process. Returns the number of calls of each kind. */
export function control(faults: FaultSwitch, body: unknown): Record<string, number> {
  const order = CONTROL.parse(body);
  switch (order.op) {
    case 'next':
      faults.next(order.call, { ...order, kind: order.fault }, order.times);
      break;
    case 'always':
      faults.always(order.call, { ...order, kind: order.fault });
      break;
    case 'every':
      faults.every(order.call, order.nth, { ...order, kind: order.fault });
      break;
    case 'clear':
      faults.clear();
      break;
    case 'arrive_late':
      faults.arriveLate();
      break;
    case 'calls':
      break;
  }
  return Object.fromEntries(faults.calls);
}

export function send(response: ServerResponse, { status, body, headers }: WireAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(textOf(body));
}

/** A string is JSON already: some amounts have more zeros than JavaScript would write. */
function textOf(body: unknown): string {
  return typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
}

function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type });
  response.end(text);
}

function asFault(fault: Fault | FaultKind): Fault {
  return typeof fault === 'string' ? { kind: fault } : fault;
}
