import { z } from 'zod';
import { snakeCased } from '../../../../core/contract/case-conversion.js';
import { ACCRUE_TO, APPLICATION_ORDERS, DAY_COUNTS, PAYOFF_RULES } from '../../../../core/contract/ledger-product.js';
import { maskedText } from '../../../../core/contract/stored-text.js';
import type { WrittenAnswer } from '../../../../core/errors/problem.js';
import { serializeAnswer } from '../../../../core/errors/refusal-body.js';
import { isoInstantOf } from '../../../../core/time/dates.js';
import type { LedgerProductRow } from '../../../../ledger/product/ledger-product.store.js';

/** The response to creating a product, which equals its REST document; a test compares the bytes of both. */
export function writtenProduct({ versions, ...product }: LedgerProductRow): WrittenAnswer {
  return serializeAnswer(201, { ...snakeCased(product), versions: versions.map((version) => snakeCased(version)) });
}

const instant = z.string().transform((text) => isoInstantOf(text) ?? z.NEVER);

/** A response stored before this rule may contain fields that are no longer stored. */
const text = z.string().transform(maskedText);

const KEPT = z.object({
  id: z.string(),
  organizationId: z.string(),
  code: text,
  name: text,
  isActive: z.boolean(),
  currentVersion: z.number(),
  createdAt: instant,
  versions: z.array(
    z.object({
      version: z.number(),
      dayCount: z.enum(DAY_COUNTS),
      applicationOrder: z.enum(APPLICATION_ORDERS),
      nsfFeeCents: z.number(),
      lateFeeCents: z.number(),
      lateFeeGraceDays: z.number(),
      chargeOffAtDays: z.number().nullable(),
      toleranceCents: z.number(),
      payoffRule: z.enum(PAYOFF_RULES),
      accrueTo: z.enum(ACCRUE_TO),
      createdAt: instant,
      createdBy: z.string(),
    }),
  ),
});

/** A product as stored with a key's response. */
export function keptProduct(resource: unknown): LedgerProductRow {
  return KEPT.parse(resource);
}
