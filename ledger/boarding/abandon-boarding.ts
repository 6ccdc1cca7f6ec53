import { z } from 'zod';
import { recordAudit } from '../../core/audit/record.js';
import { checkedWrite } from '../../core/contract/checked-write.js';
import type { Transaction } from '../../core/db/database.js';
import { Problem } from '../../core/errors/problem.js';
import { fingerprint } from '../../core/idempotency/fingerprint.js';
import { type OnceAnswer, type WriteOnceParts, writeOnce } from '../../core/idempotency/write-once.js';
import { isId } from '../../core/ids/ids.js';
import type { Principal } from '../../core/principal/principal.js';
import type { Clock } from '../../core/time/clock.js';
import { isoInstant } from '../../core/time/dates.js';
import { type BoardingRow, findBoarding, markAbandoned } from './boarding.store.js';
import { enqueueBoarding, requireBoarding, requireLedgerScope } from './boarding-intake.js';
import { writtenBoarding } from './boarding-response.js';

const OPERATION = 'abandon_ledger_boarding';
const kept = z.object({ id: z.string() });

/** Abandons boardings, exactly once per key. */
export class BoardingAbandoner {
  readonly #parts: WriteOnceParts & { readonly clock: Clock };

  constructor(parts: WriteOnceParts & { readonly clock: Clock }) {
    this.#parts = parts;
  }

  /**
   * @throws {Problem} `insufficient_scope`, `ledger_boarding_not_found`, `ledger_boarding_over`, `idempotency_conflict`,
   *   `idempotency_in_progress`
   */
  async abandon(
    principal: Principal,
    { id, idempotencyKey }: { readonly id: string; readonly idempotencyKey: string },
  ): Promise<OnceAnswer<{ readonly id: string }>> {
    requireLedgerScope(principal, 'ledger:write');
    checkedWrite(z.strictObject({}), { idempotencyKey, body: {} });
    if (!isId(id)) throw new Problem('ledger_boarding_not_found');
    const { db, clock } = this.#parts;
    const boarding = await requireBoarding(db, principal, id);
    return writeOnce(this.#parts, principal, {
      request: { organizationId: boarding.organizationId, operation: OPERATION, fingerprint: fingerprint([id], {}) },
      idempotencyKey,
      write: async (tx) => {
        const abandoned = await abandonIn(tx, clock, principal, boarding);
        return { resource: { id }, written: writtenBoarding(abandoned) };
      },
      kept: (resource) => kept.parse(resource),
    });
  }
}

/**
 * Abandons a boarding after the current step commits. Loans already written stay: a journal is never deleted, and the
 * loans may have taken payments. Boarding the same file again recognizes them and writes the others.
 *
 * @throws {Problem} `ledger_boarding_over`
 */
export async function abandonIn(
  tx: Transaction,
  clock: Clock,
  principal: Principal,
  { organizationId, id, status }: Pick<BoardingRow, 'organizationId' | 'id' | 'status'>,
  stopReason?: 'key_invalid',
): Promise<BoardingRow> {
  const key = { organizationId, id };
  const marked = await tx.first(principal, markAbandoned, { ...key, at: isoInstant(clock.now()) });
  const abandoned = await tx.first(principal, findBoarding, { id });
  if (abandoned === undefined) throw new Problem('ledger_boarding_not_found');
  if (marked === undefined) throw new Problem('ledger_boarding_over', { status: abandoned.status });
  const change = {
    before: { status },
    after: { status: abandoned.status, ...(stopReason !== undefined && { stopReason }) },
  };
  await recordAudit(tx, clock, principal, {
    action: 'ledger_boarding.abandon',
    subject: id,
    organizationId,
    ...change,
  });
  await enqueueBoarding(tx, key, 0);
  return abandoned;
}
