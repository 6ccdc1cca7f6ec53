import { Agent, request } from 'node:http';

export interface FuzzAnswer {
  readonly status: number;
  readonly text: string;
}

export interface RawRequest {
  readonly method: string;
  /** The request as sent on the wire. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** No fuzz request takes long; one without a response by then hangs. */
const DEADLINE_MS = 10_000;

/** node:http sends targets and headers unchanged; fetch would normalize them. */
export function fuzzSender(baseUrl: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(baseUrl);
  return {
    close: () => agent.destroy(),
    send: ({ method, target, headers, body }: RawRequest) =>
      new Promise<FuzzAnswer>((resolve, reject) => {
        const sent = request({ agent, hostname, port, method, path: target, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            clearTimeout(hangs);
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
          });
        });
        const hangs = setTimeout(() => sent.destroy(new Error('it hangs')), DEADLINE_MS);
        sent.on('error', (error) => {
          clearTimeout(hangs);
          reject(error);
        });
        sent.end(body);
      }),
  };
}
