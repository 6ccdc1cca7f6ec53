import { Temporal } from 'temporal-polyfill';
import type { Listed, ListRequest } from '../../../../connectors/card-processors/charge-listing-interface.js';
import type { CardProcessor } from '../../../../connectors/card-processors/port.js';
import { ID_PATTERN } from '../../../../core/ids/ids.js';
import { addDays, type IsoInstant } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { compareSides } from './compare-sides.js';
import type { Comparison } from './comparison.store.js';
import { wholeDays } from './comparison-days.js';
import type { ProcessorStep } from './comparison-step-names.js';
import {
  chargesToConfirm,
  chargesToLookUp,
  knownCharges,
  processorDifferences,
  processorSums,
} from './processor-differences.reads.store.js';
import type { ComparisonPosition, Entry, PageRead, ReadPage, Side } from './side-interface.js';

/**
 * A card processor: its charges and refunds compared with Tributary's. A processor that the organization cannot use
 * does not answer.
 */
export const CARD_PROCESSOR: Side<ProcessorStep, CardProcessor | undefined> = {
  // A processor's days are real ones, whatever day a sandbox organization's clock shows.
  days: 'real',
  firstStep: () => 'charges',
  steps: {
    charges: reached(readCharges),
    refunds: reached(readRefunds),
    confirm: reached(confirmCharges),
    standings: reached(readStandings),
    compare: (at) => compareSides(at, processorDifferences),
  },
  sums: processorSums,
};

type Page = PageRead<ProcessorStep>;
type Next = Pick<Extract<Page, { kind: 'read' }>, 'step' | 'place'>;

function reached(read: ReadPage<ProcessorStep, CardProcessor>): ReadPage<ProcessorStep, CardProcessor | undefined> {
  return async (at, processor) => (processor === undefined ? { kind: 'unanswered' } : read(at, processor));
}

/**
 * Extra days on both sides: a charge and its row in Tributary have two clocks. Charges outside the compared days are
 * known in Tributary all the same.
 */
const MARGIN_DAYS = 1;
/** A refund whose answer was lost is found by a later try. */
const REFUND_MARGIN_DAYS = 4;
const CONFIRMED_AT_A_TIME = 20;

/** A page of the processor's charges. */
async function readCharges({ look }: ComparisonPosition, { listing }: CardProcessor): Promise<Page> {
  if (listing === undefined) return { kind: 'unanswered' };
  const listed = await listing.charges(requestOf(look, MARGIN_DAYS));
  if (listed.kind === 'unavailable') return { kind: 'unanswered' };
  const entries = listed.items.flatMap(({ externalId, organizationId, reference, amountCents, createdAt }) =>
    organizationId === look.organizationId && reference !== null && ID_PATTERN.test(reference)
      ? [entryOf('charge', { externalId, reference, amountCents, createdAt })]
      : [],
  );
  return { kind: 'read', ...nextOf(listed, 'charges', 'refunds'), entries };
}

/** A page of the processor's refunds of charges that Tributary knows. */
async function readRefunds({ db, principal, look }: ComparisonPosition, { listing }: CardProcessor): Promise<Page> {
  if (listing === undefined) return { kind: 'unanswered' };
  const listed = await listing.refunds(requestOf(look, REFUND_MARGIN_DAYS));
  if (listed.kind === 'unavailable') return { kind: 'unanswered' };
  const charges = listed.items.map(({ chargeExternalId }) => chargeExternalId);
  const { organizationId } = look;
  const known = new Set(
    (await db.many(principal, knownCharges, { organizationId, charges })).map(({ charge }) => charge),
  );
  const entries = listed.items
    .filter(({ chargeExternalId }) => known.has(chargeExternalId))
    .map(({ chargeExternalId, ...refund }) => entryOf('refund', { ...refund, reference: chargeExternalId }));
  return { kind: 'read', ...nextOf(listed, 'refunds', 'confirm'), entries };
}

/** Looks up Tributary's charges that no page contained, one by one, under their reference. */
async function confirmCharges(
  { db, principal, look, key }: ComparisonPosition,
  processor: CardProcessor,
): Promise<Page> {
  const request = { ...key, afterReference: look.place, limit: CONFIRMED_AT_A_TIME };
  const missing = await db.many(principal, chargesToConfirm, request);
  const last = missing.at(-1);
  if (last === undefined) return { kind: 'read', step: 'standings', place: '' };
  const entries: Entry[] = [];
  for (const { reference, token, customer, settledOn } of missing) {
    if (token === null) continue;
    const order = { organizationId: look.organizationId, reference, instrument: { token, customer } };
    const found = await processor.findCharge(order);
    if (found.kind === 'unavailable') return { kind: 'unanswered' };
    if (found.kind !== 'charged') continue;
    const { externalId, amountCents } = found.charge;
    const charge = { externalId, reference, amountCents, isReversed: false, effectiveOn: settledOn, loan: null };
    entries.push({ about: 'charge', ...charge });
  }
  return { kind: 'read', step: 'confirm', place: last.attempt, entries };
}

/**
 * Looks up charges of open differences, and those whose refunds the days do not show fully, each with all its
 * refunds.
 */
async function readStandings(
  { db, principal, look, key }: ComparisonPosition,
  processor: CardProcessor,
): Promise<Page> {
  const request = { ...key, afterCharge: look.place, limit: CONFIRMED_AT_A_TIME };
  const wanted = await db.many(principal, chargesToLookUp, request);
  const last = wanted.at(-1);
  if (last === undefined) return { kind: 'read', step: 'compare', place: '' };
  const entries: Entry[] = [];
  for (const { charge, days } of wanted) {
    const found = await processor.standingOf(charge);
    if (found.kind === 'unavailable') return { kind: 'unanswered' };
    if (found.kind === 'absent' || found.standing.organizationId !== look.organizationId) continue;
    const { reference, amountCents } = found.standing;
    const entryOf = (externalId: string) => ({
      externalId,
      isReversed: false,
      effectiveOn: days?.[externalId] ?? null,
    });
    if (reference !== null && ID_PATTERN.test(reference)) {
      entries.push({ about: 'charge', ...entryOf(charge), reference, amountCents, loan: null });
    }
    for (const refund of found.standing.refunds) {
      if (!refund.isRefunded) continue;
      const given = { reference: charge, amountCents: refund.amountCents, loan: null };
      entries.push({ about: 'refund', ...entryOf(refund.externalId), ...given });
    }
  }
  return { kind: 'read', step: 'standings', place: last.charge, entries };
}

function requestOf({ organizationId, firstDay, businessDay, place }: Comparison, margin: number): ListRequest {
  return {
    organizationId,
    ...wholeDays(addDays(firstDay, -margin), addDays(businessDay, MARGIN_DAYS)),
    after: place === '' ? null : place,
  };
}

function nextOf(listed: Extract<Listed<unknown>, { kind: 'listed' }>, here: Next['step'], after: Next['step']): Next {
  return listed.next === null ? { step: after, place: '' } : { step: here, place: listed.next };
}

function entryOf(
  about: 'charge' | 'refund',
  one: {
    readonly externalId: string;
    readonly reference: string;
    readonly amountCents: number;
    readonly createdAt: IsoInstant;
  },
): Entry {
  const { externalId, reference, amountCents, createdAt } = one;
  const effectiveOn = servicingDate(Temporal.Instant.from(createdAt));
  return { about, externalId, reference, amountCents, isReversed: false, effectiveOn, loan: null };
}
