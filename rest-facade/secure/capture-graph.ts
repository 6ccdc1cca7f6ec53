import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../core/errors/problem.js';
import type { Logger } from '../../core/logging/logger.js';
import type { Caller, OperationRunner } from '../../gateway/operation.js';
import type { GraphAnswer } from '../answer/from-graph.js';
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
import type { Variables } from '../request/reading.js';

type CapturedCard = CompleteCardCaptureMutation['completeCardCapture'];

/** Pauses before a captured card's token is handed to the graph again, milliseconds. */
const PAUSES_MS = [100, 500];

/** What a capture speaks to the graph with. */
export interface CaptureGraphServices {
  readonly operations: OperationRunner;
  readonly logger: Logger;
}

/** The graph as one capture speaks to it. Nothing of the card is ever said here. */
export class CaptureGraph {
  readonly #services: CaptureGraphServices;
  readonly #caller: Caller;

  constructor(services: CaptureGraphServices, caller: Caller) {
    this.#services = services;
    this.#caller = caller;
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
      this.#services.logger.warn({ err: error, request_id: this.#caller.requestId }, 'a capture could not be released');
    }
  }

  async #run(operationId: string, variables: Variables): Promise<GraphAnswer> {
    return graphAnswer(await this.#services.operations.run(operationId, variables, this.#caller));
  }
}

/** A part that is gone, or an answer that was lost. */
export function isPassing(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'service_unavailable' || error.code === 'outcome_unknown');
}
