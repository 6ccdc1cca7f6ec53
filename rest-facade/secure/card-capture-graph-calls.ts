import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../core/errors/problem.js';
import type { Logger } from '../../core/logging/logger.js';
import type { Caller, OperationRunner } from '../../gateway/operation-runner-interface.js';
import type { GraphAnswer } from '../answer/graph-answer.js';
import { graphAnswer } from '../answer/graph-answer.js';
import type {
  BeginCardCaptureMutation,
  BeginCardCaptureMutationVariables,
  CompleteCardCaptureMutation,
  CompleteCardCaptureMutationVariables,
  DeclineCardCaptureMutation,
  DeclineCardCaptureMutationVariables,
  ReleaseCardCaptureMutationVariables,
} from '../generated/operations.js';
import type { Variables } from '../request/read-request.js';

type CapturedCard = CompleteCardCaptureMutation['completeCardCapture'];

/** Pauses before a captured card's token is sent to the graph again, in milliseconds. */
const PAUSES_MS = [100, 500];

/** What a capture needs to call the graph. */
export interface CaptureGraphServices {
  readonly operations: OperationRunner;
  readonly logger: Logger;
}

/** The calls of one capture to the graph. No card data is in them. */
export class CaptureGraph {
  readonly #services: CaptureGraphServices;
  readonly #caller: Caller;

  constructor(services: CaptureGraphServices, caller: Caller) {
    this.#services = services;
    this.#caller = caller;
  }

  async begin(variables: BeginCardCaptureMutationVariables): Promise<BeginCardCaptureMutation['beginCardCapture']> {
    // The gateway validated the document against the schema from which the type was generated.
    return ((await this.#run('beginCardCapture', variables)) as BeginCardCaptureMutation).beginCardCapture;
  }

  /**
   * Retries while the graph does not answer: the card is already stored by the processor, and a repeated call changes
   * nothing.
   */
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

  /**
   * @throws {Problem} `card_declined`, unless another request with the same key has stored the card in the meantime.
   */
  async decline(variables: DeclineCardCaptureMutationVariables): Promise<CapturedCard> {
    return ((await this.#run('declineCardCapture', variables)) as DeclineCardCaptureMutation).declineCardCapture;
  }

  /** Without this call, the key is free again when the capture's lease ends. */
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

/** A part that is not running, or a lost response. */
export function isPassing(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'service_unavailable' || error.code === 'outcome_unknown');
}
