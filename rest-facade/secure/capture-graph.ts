import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '../../core/auth/principal.js';
import { Problem } from '../../core/errors/problem.js';
import { graphAnswer } from '../answer/from-graph.js';
import type {
  BeginCardCaptureMutation,
  BeginCardCaptureMutationVariables,
  CompleteCardCaptureMutation,
  CompleteCardCaptureMutationVariables,
  DeclineCardCaptureMutation,
  DeclineCardCaptureMutationVariables,
  ReleaseCardCaptureMutationVariables,
} from '../generated/operations.js';
import type { Exchange } from '../request/exchange.js';
import type { GraphAnswer, Variables } from '../route.js';

type CapturedCard = CompleteCardCaptureMutation['completeCardCapture'];

/** Pauses before a captured card's token is handed to the graph again, milliseconds. */
const PAUSES_MS = [100, 500];

/** The graph as one capture speaks to it. Nothing of the card is ever said here. */
export class CaptureGraph {
  readonly #exchange: Exchange;
  readonly #principal: Principal;

  constructor(exchange: Exchange, principal: Principal) {
    this.#exchange = exchange;
    this.#principal = principal;
  }

  async begin(variables: BeginCardCaptureMutationVariables): Promise<BeginCardCaptureMutation['beginCardCapture']> {
    // The gateway validated the document against the schema that the type was generated from.
    return ((await this.#run('beginCardCapture', variables)) as BeginCardCaptureMutation).beginCardCapture;
  }

  /** Again while the graph does not answer: the card is stored upstream already, and asking twice changes nothing. */
  async complete(variables: CompleteCardCaptureMutationVariables): Promise<CapturedCard> {
    for (const pause of PAUSES_MS) {
      try {
        return await this.#complete(variables);
      } catch (error) {
        if (!isPassing(error)) throw error;
        await sleep(pause);
      }
    }
    return this.#complete(variables);
  }

  async #complete(variables: CompleteCardCaptureMutationVariables): Promise<CapturedCard> {
    const answer = (await this.#run('completeCardCapture', variables)) as CompleteCardCaptureMutation;
    return answer.completeCardCapture;
  }

  /** @throws {Problem} `card_declined`, unless another try with the same key has stored the card meanwhile. */
  async decline(variables: DeclineCardCaptureMutationVariables): Promise<CapturedCard> {
    return ((await this.#run('declineCardCapture', variables)) as DeclineCardCaptureMutation).declineCardCapture;
  }

  /** Without it the key is free again when the capture's lease is over. */
  async release(variables: ReleaseCardCaptureMutationVariables): Promise<void> {
    try {
      await this.#run('releaseCardCapture', variables);
    } catch (error) {
      const { services, requestId } = this.#exchange;
      services.logger.warn({ err: error, request_id: requestId }, 'a capture could not be released');
    }
  }

  async #run(operationId: string, variables: Variables): Promise<GraphAnswer> {
    const { services, requestId } = this.#exchange;
    return graphAnswer(
      await services.operations.run(operationId, variables, { principal: this.#principal, requestId }),
    );
  }
}

/** A part that is gone, or an answer that was lost. */
export function isPassing(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'service_unavailable' || error.code === 'outcome_unknown');
}
