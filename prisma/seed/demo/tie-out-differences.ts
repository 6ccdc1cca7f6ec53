import { Temporal } from 'temporal-polyfill';
import type { Transaction } from '../../../core/db/database.js';
import { newId } from '../../../core/ids/ids.js';
import { isoInstant } from '../../../core/time/dates.js';
import { SERVICING_ZONE, servicingDate } from '../../../core/time/servicing-day.js';
import { previousBusinessDay } from '../../../ledger/rules/business-day.js';
import { INSTRUMENTS } from './autopay/instruments.js';
import { DEMO_KEY } from './demo-actor.js';
import { insertRows } from './insert-rows.js';

const AT_THE_COUNTER = '15:30';
const PAYMENT_CENTS = 31_240;
const CHARGE_CENTS = 5_500;
/** The sandbox numbers its own postings from 1. */
const REFERENCE_NUMBER = 88_130;

interface Where {
  readonly organizationId: string;
  readonly accountId: string;
  /** Its identifier in the sandbox loan system. */
  readonly loanId: string;
}

/**
 * Differences that the tie-out finds for the last business day: a payment that failed in Tributary but is posted in the
 * loan system, and a charge that only the card processor knows. Neither moves money, so no report changes.
 */
export async function seedDifferences(
  tx: Transaction,
  { organizationId, accountId, loanId }: Where,
  now: Temporal.Instant,
): Promise<void> {
  const day = previousBusinessDay(servicingDate(now));
  const at = Temporal.PlainDate.from(day)
    .toZonedDateTime({ timeZone: SERVICING_ZONE, plainTime: AT_THE_COUNTER })
    .toInstant();
  const settled = isoInstant(at.add({ minutes: 40 }));
  const [paymentId, organization] = [newId(at.epochMilliseconds), { organization_id: organizationId }];
  await insertRows(tx, 'collected_payment', [
    {
      ...{ id: paymentId, ...organization, account_id: accountId, amount_cents: PAYMENT_CENTS, status: 'failed' },
      ...{ payment_method: 'check', check_number: 70_020, effective_date: day, recorded_by: DEMO_KEY },
      ...{ created_at: isoInstant(at), settled_at: settled },
    },
  ]);
  await insertRows(tx, 'sandbox_posting', [
    {
      ...{ reference_number: REFERENCE_NUMBER, ...organization, loan_id: loanId, external_reference: paymentId },
      ...{ kind: 'payment', amount_cents: PAYMENT_CENTS, effective_on: day, payment_method: 'check' },
      posted_at: isoInstant(at.add({ minutes: 41 })),
    },
  ]);
  await insertRows(tx, 'sandbox_charge', [
    {
      ...{ id: `ch_${newId(at.epochMilliseconds)}`, ...organization, reference: newId(at.epochMilliseconds) },
      ...{ token: INSTRUMENTS.visa.token, amount_cents: CHARGE_CENTS, created_at: isoInstant(at) },
    },
  ]);
}
