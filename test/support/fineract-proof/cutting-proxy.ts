import { once } from 'node:events';
import {
  createServer,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { until } from '../until.js';
import type { CutPoint, FaultPlan, PlannedFault } from './fault-plan.js';

/** A command that posts or reverses a payment. */
const COMMAND = /^\/[^?]*\/loans\/\d+\/transactions(\/\d+)?\?.*command=(repayment|recoverypayment|undo)\b/;
/** A business day, or a posting that is looked up. */
const READ_OF_POSTING = /\/transactions\/(template|external-id\/)/;
const READS_PER_CUT = 25;
const CUT_READ: PlannedFault = { at: 'in the answer', by: 'cut' };
/** They concern one connection only. */
const OF_THIS_HOP = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']);

type Killer = () => boolean;

/** An HTTP proxy between the product and Fineract, whose connections break at chosen points of a request. */
export class CuttingProxy {
  readonly #target: URL;
  readonly #server = createServer((asked, answer) => void this.#serve(asked, answer));
  readonly #agent: HttpAgent;
  readonly #send: typeof requestHttp;
  #plan: FaultPlan | undefined;
  #kill: Killer = () => false;
  #underWay = 0;
  #reads = 0;
  /** How many connections broke at each point. */
  readonly broken: Record<PlannedFault['by'], Partial<Record<CutPoint, number>>> = { kill: {}, cut: {} };
  readsCut = 0;

  private constructor(target: URL) {
    const isSecure = target.protocol === 'https:';
    this.#target = target;
    this.#agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
    this.#send = isSecure ? requestHttps : requestHttp;
  }

  static async open(target: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(target));
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  /** The target's address through this proxy. */
  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#target.pathname}`;
  }

  /** @param kill - kills our process at once; false: it is being restarted already. */
  follow(plan: FaultPlan, kill: Killer): void {
    [this.#plan, this.#kill] = [plan, kill];
  }

  /** Breaks no further connections, and waits until Fineract has answered all requests. */
  async rest(): Promise<void> {
    this.#plan = undefined;
    await until(() => this.#underWay === 0, 'Fineract has answered every request', 120_000);
  }

  async close(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    this.#server.closeAllConnections();
    this.#agent.destroy();
    await closed;
  }

  async #serve(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    try {
      const body = await bytesOf(asked);
      const fault = this.#faultOf(asked);
      if (fault?.at === 'before the request') return this.#break(fault, answer);
      this.#underWay += 1;
      await this.#forward(asked, body, answer, fault).finally(() => {
        this.#underWay -= 1;
      });
    } catch {
      // The product went away, or Fineract did: the other side sees a cut connection too.
      answer.destroy();
    }
  }

  #faultOf({ url = '' }: IncomingMessage): PlannedFault | undefined {
    if (this.#plan === undefined) return undefined;
    if (COMMAND.test(url)) return this.#plan.next();
    this.#reads += 1;
    return READ_OF_POSTING.test(url) && this.#reads % READS_PER_CUT === 0 ? CUT_READ : undefined;
  }

  async #forward(
    asked: IncomingMessage,
    body: Buffer,
    answer: ServerResponse,
    fault: PlannedFault | undefined,
  ): Promise<void> {
    const { hostname, port, protocol } = this.#target;
    const sent = this.#send({
      ...{ protocol, hostname, port, method: asked.method, path: asked.url, agent: this.#agent },
      headers: { ...passedOn(asked), ...(body.length > 0 && { 'content-length': body.length }) },
    });
    const answered = once(sent, 'response');
    answered.catch(() => undefined);
    if (fault?.at === 'in the request') {
      await new Promise<unknown>((written) => sent.write(body.subarray(0, body.length / 2), written));
      this.#break(fault, answer);
      sent.destroy();
      return;
    }
    sent.end(body);
    if (fault?.at === 'after the request') {
      await once(sent, 'finish');
      this.#break(fault, answer);
    }
    const [response]: IncomingMessage[] = await answered;
    if (response === undefined) throw new Error('no response');
    const content = await bytesOf(response);
    if (fault?.at === 'after the request') return;
    answer.writeHead(response.statusCode ?? 502, { ...passedOn(response), 'content-length': content.length });
    if (fault === undefined) return void answer.end(content);
    await new Promise<unknown>((written) => answer.write(content.subarray(0, content.length / 2), written));
    this.#break(fault, answer);
  }

  #break(fault: PlannedFault, answer: ServerResponse): void {
    if (fault === CUT_READ) this.readsCut += 1;
    else if (fault.by === 'kill' && !this.#kill()) this.#plan?.giveBack(fault);
    else this.broken[fault.by][fault.at] = (this.broken[fault.by][fault.at] ?? 0) + 1;
    answer.socket?.resetAndDestroy();
  }
}

function passedOn({ headers }: IncomingMessage): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || OF_THIS_HOP.has(name) ? [] : [[name, value]],
    ),
  );
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts);
}
