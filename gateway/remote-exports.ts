import type { Readable } from 'node:stream';
import { z } from 'zod';
import { EXPORTED_LISTS } from '../core/contract/exported-lists.js';
import { type ErrorCode, isErrorCode } from '../core/errors/catalogue.js';
import { Problem } from '../core/errors/problem.js';
import type { SubgraphName } from '../core/principal/subgraph-names.js';
import { ask, type PartCall, type RemoteParts, refused } from './call-part.js';
import type { ListExports } from './list-exports-interface.js';
import type { Caller } from './operation-runner-interface.js';
import type { ExportRequest } from './report-and-payoff-letter-handlers.js';

/** Timeout for the first byte, because COPY may have to sort. After that the two ends decide how long it may take. */
const PATIENCE = { headersMs: 600_000, bodyMs: 0 };

const refusal = z.object({ problem: z.object({ code: z.custom<ErrorCode>(isErrorCode) }) });

/** The reporting subgraph's exports, for a facade in another process. */
export function remoteExports(reportingUrl: string, parts: RemoteParts) {
  return {
    async csv(code: string, range: ExportRequest, caller: Caller): Promise<Readable> {
      const asked: PartCall = {
        part: 'subgraph reporting',
        url: `${reportingUrl}/exports/${encodeURIComponent(code)}`,
      };
      return streamed(asked, range, caller, parts);
    },
  };
}

/** The lists of subgraphs as files, for a gateway in another process. */
export function remoteListExports(urls: Readonly<Record<SubgraphName, string>>, parts: RemoteParts): ListExports {
  return {
    async csv(list, variables, caller) {
      const subgraph = EXPORTED_LISTS[list];
      const asked: PartCall = { part: `subgraph ${subgraph}`, url: `${urls[subgraph]}/exports/lists/${list}` };
      return streamed(asked, { variables }, caller, parts);
    },
  };
}

/** The stream that a part answers, once its first bytes are there. */
async function streamed(asked: PartCall, question: object, caller: Caller, parts: RemoteParts): Promise<Readable> {
  const answer = await ask(asked, question, { caller, parts, ...PATIENCE }).catch(unavailable);
  if (answer.statusCode === 200) return answer.body;
  const parsed = refusal.safeParse(await answer.body.json().catch(() => undefined));
  if (parsed.success) throw new Problem(parsed.data.problem.code);
  refused(answer, asked, caller, parts);
  return unavailable();
}

/** An export changes nothing, so it has no unknown outcome. */
function unavailable(): never {
  throw new Problem('service_unavailable');
}
