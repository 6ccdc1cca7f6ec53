import type { Temporal } from 'temporal-polyfill';
import type { Transaction } from '../../../core/db/database.js';
import { newId } from '../../../core/ids/ids.js';
import { systemPrincipal } from '../../../core/principal/principal.js';
import { isoInstant } from '../../../core/time/dates.js';
import { insertRows, type Row } from './insert-rows.js';

const SEED = systemPrincipal('demo-seed');
const PROCESSOR = 'sandbox';
const HOUR = 1;
const DAY = 24 * HOUR;

interface Story {
  readonly status: 'inquiry_needs_response' | 'inquiry_under_review' | 'inquiry_closed' | 'needs_response' | 'lost';
  readonly reason: string;
  readonly openedHoursAgo: number;
  readonly closedHoursAgo?: number;
  readonly dueInHours?: number;
}

/** Inquiries about charges of autopay: the bank asks, and has withdrawn nothing. So no report changes. */
const INQUIRIES: readonly Story[] = [
  { status: 'inquiry_needs_response', reason: 'fraudulent', openedHoursAgo: 2 * DAY, dueInHours: 6 * DAY },
  { status: 'inquiry_under_review', reason: 'duplicate', openedHoursAgo: 9 * DAY, dueInHours: 2 * DAY },
  { status: 'inquiry_closed', reason: 'unrecognized', openedHoursAgo: 40 * DAY, closedHoursAgo: 31 * DAY },
];

/** Disputes of charges that Tributary did not make: another application charges under the same account. */
const OF_OTHERS: readonly (Story & { readonly amountCents: number; readonly resolution: string | null })[] = [
  {
    ...{ status: 'needs_response', reason: 'product_not_received', openedHoursAgo: 26 * HOUR, dueInHours: 4 * DAY },
    ...{ amountCents: 8_900, resolution: null },
  },
  {
    ...{ status: 'lost', reason: 'fraudulent', openedHoursAgo: 60 * DAY, closedHoursAgo: 35 * DAY },
    ...{ amountCents: 12_950, resolution: 'The charge belongs to the fee shop, which uses the same account.' },
  },
];

/** Disputes in each state, with the exceptions that they raise. */
export async function seedDisputes(tx: Transaction, organizationId: string, now: Temporal.Instant): Promise<void> {
  const charges = [...(await latestCharges(tx, organizationId))];
  const inquiries = INQUIRIES.flatMap((story) => {
    const openedAt = now.subtract({ hours: story.openedHoursAgo });
    const place = charges.findIndex(({ postedAt }) => postedAt < openedAt.epochMilliseconds);
    const [charge] = place < 0 ? [] : charges.splice(place, 1);
    return charge === undefined ? [] : [disputeOf(story, charge, organizationId, now)];
  });
  const others = OF_OTHERS.map((story) => {
    const charge = { charge: `ch_${newId()}`, runId: null, accountId: null, amountCents: story.amountCents };
    return { ...disputeOf(story, charge, organizationId, now), resolution: story.resolution };
  });
  await insertRows(
    tx,
    'dispute',
    [...inquiries, ...others].map(({ row }) => row),
  );
  const due = inquiries.filter(({ row }) => row['status'] === 'inquiry_needs_response');
  await insertRows(tx, 'operator_exception', [
    ...due.map(({ row, openedAt }) =>
      exceptionOf('dispute_evidence_due', row, openedAt, {
        evidenceDueBy: row['evidence_due_by'] ?? '',
        runId: row['run_id'] ?? '',
      }),
    ),
    ...others.map(({ row, openedAt, resolution }) => ({
      ...exceptionOf('dispute_of_unknown_charge', row, openedAt, {}),
      ...(resolution !== null && {
        ...{ resolution, resolved_by: 'demo-operator' },
        resolved_at: isoInstant(openedAt.add({ hours: 3 * DAY })),
      }),
    })),
  ]);
}

interface Charge {
  readonly charge: string;
  readonly runId: string | null;
  readonly accountId: string | null;
  readonly amountCents: number;
}

/** Far enough back for the earliest inquiry. */
const LATEST_CHARGES = 500;

/** The latest posted charges of autopay, the latest first. */
async function latestCharges(
  tx: Transaction,
  organizationId: string,
): Promise<readonly (Charge & { readonly postedAt: number })[]> {
  const found = await tx.models(SEED).autopayAttempt.findMany({
    select: {
      chargeExternalId: true,
      amountCents: true,
      run: { select: { id: true, accountId: true, postedAt: true } },
    },
    where: { organizationId, status: 'charged', run: { status: 'posted' } },
    orderBy: [{ settledAt: 'desc' }, { id: 'desc' }],
    take: LATEST_CHARGES,
  });
  return found.map(({ chargeExternalId, amountCents, run }) => {
    const of = { runId: run.id, accountId: run.accountId, postedAt: run.postedAt?.getTime() ?? 0 };
    return { charge: chargeExternalId ?? '', ...of, amountCents: Number(amountCents) };
  });
}

function disputeOf(
  story: Story,
  { charge, runId, accountId, amountCents }: Charge,
  organizationId: string,
  now: Temporal.Instant,
) {
  const openedAt = now.subtract({ hours: story.openedHoursAgo });
  const { closedHoursAgo, dueInHours, status, reason } = story;
  const row = {
    ...{ id: newId(openedAt.epochMilliseconds), organization_id: organizationId, processor: PROCESSOR },
    ...{ external_id: `du_${newId(openedAt.epochMilliseconds)}`, charge_external_id: charge, run_id: runId },
    ...{ account_id: accountId, amount_cents: amountCents, reason, status },
    ...{ is_withdrawn: !status.startsWith('inquiry'), opened_at: isoInstant(openedAt) },
    ...{ evidence_due_by: dueInHours === undefined ? null : isoInstant(now.add({ hours: dueInHours })) },
    ...{ closed_at: closedHoursAgo === undefined ? null : isoInstant(now.subtract({ hours: closedHoursAgo })) },
    created_at: isoInstant(openedAt),
  } satisfies Row;
  return { row, openedAt };
}

function exceptionOf(kind: string, row: Row, raisedAt: Temporal.Instant, more: Row): Row {
  const { processor, reason, status } = row;
  const facts = { dispute: row['external_id'], charge: row['charge_external_id'], amountCents: row['amount_cents'] };
  return {
    ...{ id: newId(raisedAt.epochMilliseconds), organization_id: row['organization_id'] ?? null, kind },
    ...{ subject_id: row['id'] ?? null, detail: { processor, ...facts, reason, status, ...more } },
    created_at: isoInstant(raisedAt),
  };
}
