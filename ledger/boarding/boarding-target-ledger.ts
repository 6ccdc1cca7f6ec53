import type { Transaction } from '../../core/db/database.js';
import { LEDGER_CODE } from '../ledger-code.js';
import { BOARDING } from './boarding.store.js';

/** The condition for a loan system into which loans may be boarded. */
const LEDGER_KIND = 'ledger';

/**
 * The ledger into which an organization boards: the one it names; else its own, if it has exactly one; else the
 * built-in one.
 *
 * @returns undefined: the organization has no ledger with this name.
 */
export async function boardingSystem(
  tx: Transaction,
  organizationId: string,
  code: string | undefined,
): Promise<string | undefined> {
  const { loanSystem } = tx.models(BOARDING);
  const where = { kind: LEDGER_KIND, isActive: true };
  if (code !== undefined && code !== LEDGER_CODE) {
    const named = await loanSystem.findFirst({ select: { code: true }, where: { ...where, code, organizationId } });
    return named?.code;
  }
  const own =
    code === undefined
      ? await loanSystem.findMany({ select: { code: true }, where: { ...where, organizationId } })
      : [];
  if (own.length === 1) return own[0]?.code;
  await loanSystem.createMany({ data: [{ code: LEDGER_CODE, kind: LEDGER_KIND }], skipDuplicates: true });
  return LEDGER_CODE;
}
