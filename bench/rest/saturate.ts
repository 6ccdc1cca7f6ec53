import autocannon from 'autocannon';
import type { ComparedServer } from './compared-servers.js';
import { isSuccess } from './connection-pool.js';
import type { Call } from './scenarios.js';

/**
 * As many requests as the server takes, over so many connections.
 *
 * @throws {Error} when any request failed: the measurement would be invalid.
 */
export async function saturate(server: ComparedServer, next: () => Call, connections: number, seconds: number) {
  const call = next();
  // Reads are the same each time, so that the load itself costs little.
  const isConstant = call === next();
  const refused: string[] = [];
  const request: autocannon.Request = isConstant
    ? server.requestOf(call)
    : {
        setupRequest: (base) => ({ ...base, ...server.requestOf(next()) }),
        onResponse: (status, body) => {
          if (!isSuccess(server.kind, status, body)) refused.push(`${status} ${body}`);
        },
      };
  const result = await autocannon({ url: server.origin, connections, duration: seconds, requests: [request] });
  const failed = result.non2xx + result.errors + refused.length;
  if (failed > 0)
    throw new Error(`${failed} requests ${call.path} to ${server.origin} failed: ${refused[0]?.slice(0, 300) ?? ''}`);
  return result;
}
