import type { Random } from '../demo/random.js';
import { bulkId } from './bulk-ids.js';

export interface BulkSize {
  readonly transactions: number;
  readonly organizations: number;
  readonly accounts: number;
}

export interface BulkOrganization {
  readonly id: string;
  readonly name: string;
}

/** An account at its start, updated by its transactions. */
export interface BulkAccount {
  readonly id: string;
  readonly organizationId: string;
  readonly personId: string;
  readonly number: number;
  readonly openedAtMs: number;
  readonly originalCents: number;
  readonly annualRateBps: number;
  readonly installmentCents: number;
  /** Monthly installments that are unpaid today: 0 for most accounts. */
  readonly behind: number;
  /** When it is charged off, for a few accounts. */
  readonly chargeOffAtMs: number | null;
  balanceCents: number;
  chargedOffOn: string | null;
}

export const DAY_MS = 86_400_000;
/** Transactions are dated within this many days before now. */
export const SPAN_DAYS = 730;
export const TERM_MONTHS = 60;

/** Separate organizations, so that nothing else in the database changes, and accounts distributed among them. */
export function bulkLenders(
  { organizations: organizationCount, accounts: accountCount }: BulkSize,
  nowMs: number,
  random: Random,
): { readonly organizations: readonly BulkOrganization[]; readonly accounts: readonly BulkAccount[] } {
  const organizations = Array.from({ length: organizationCount }, (_, index) => ({
    id: bulkId(nowMs),
    name: `Bulk Lending ${index + 1}`,
  }));
  const start = nowMs - SPAN_DAYS * DAY_MS;
  const accounts = Array.from({ length: accountCount }, (_, index): BulkAccount => {
    const openedAtMs = start - random.between(1, 300) * DAY_MS;
    const originalCents = random.between(50, 400) * 10_000;
    return {
      id: bulkId(openedAtMs),
      organizationId: organizations[index % organizationCount]?.id ?? '',
      personId: bulkId(openedAtMs),
      number: index + 1,
      openedAtMs,
      originalCents,
      annualRateBps: random.between(24, 110) * 25,
      installmentCents: Math.ceil((originalCents * 1.4) / TERM_MONTHS),
      behind: random.chance(12) ? random.between(1, 4) : 0,
      chargeOffAtMs: random.chance(2) ? start + random.between(200, SPAN_DAYS - 30) * DAY_MS : null,
      balanceCents: originalCents,
      chargedOffOn: null,
    };
  });
  return { organizations, accounts };
}

export function dateOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
