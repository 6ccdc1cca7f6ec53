import type { Principal } from '../../core/principal/principal.js';
import { abandonIn } from './abandon-boarding.js';
import type { BoardingRow } from './boarding.store.js';
import { type BoardingRequest, type IntakeParts, receiveFile, requireBoarding } from './boarding-intake.js';
import { type BoardingParts, runBoarding } from './run-boarding.js';
import type { BoardingKey } from './step-outcome.js';
import type { Upload } from './upload-interface.js';

/**
 * Runs boardings in the calling process, which needs no worker. A worker that processes the same boarding at the same
 * time takes other steps.
 */
export class InProcessBoarding {
  readonly #parts: IntakeParts & BoardingParts;

  constructor(parts: IntakeParts & BoardingParts) {
    this.#parts = parts;
  }

  /** As `receiveFile`. @param onProgress - receives the number of rows read so far */
  async takeIn(
    principal: Principal,
    request: BoardingRequest,
    upload: Upload,
    onProgress: (rows: number) => void,
  ): Promise<BoardingRow> {
    const { boarding } = await receiveFile({ ...this.#parts, onProgress }, principal, request, upload);
    return boarding;
  }

  /** Abandons a boarding. @throws {Problem} `ledger_boarding_not_found`, `ledger_boarding_over` */
  async abandon(principal: Principal, id: string): Promise<void> {
    const { db, clock } = this.#parts;
    const boarding = await requireBoarding(db, principal, id);
    await db.transaction((tx) => abandonIn(tx, clock, principal, boarding));
  }

  /**
   * Runs until nothing is left to do.
   *
   * @param onStep - receives the boarding's state after each step
   */
  async finish(
    principal: Principal,
    { organizationId, id }: BoardingKey,
    onStep: (boarding: BoardingRow) => void,
  ): Promise<BoardingRow> {
    const { db } = this.#parts;
    const stepped = async () => onStep(await requireBoarding(db, principal, id));
    await runBoarding(this.#parts, { organizationId, id }, { onStep: stepped });
    return requireBoarding(db, principal, id);
  }
}
