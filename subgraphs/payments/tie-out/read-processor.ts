import { Temporal } from 'temporal-polyfill';
import type { Listed, ListRequest } from '../../../connectors/card-processors/listing.js';
import type { CardProcessor } from '../../../connectors/card-processors/port.js';
import type { Principal } from '../../../core/auth/principal.js';
import { addDays, type IsoInstant } from '../../../core/dates.js';
import type { Database } from '../../../core/db/database.js';
import { ID_PATTERN } from '../../../core/ids.js';
import { servicingDate } from '../../../core/servicing-day.js';
import { startOf } from './days.js';
import { type Entry, writeEntries } from './entries.js';
import type { Look } from './look.store.js';
import { keyOf, type PageRead } from './page.js';
import { chargesToConfirm, knownCharges, standingsToRead } from './processor.store.js';

interface Parts {
  readonly db: Database;
}

/** Around the days: a charge and its row here have two clocks. What a page brings beside the days is known here all the same. */
const MARGIN_DAYS = 1;
/** A refund whose answer was lost is told by a later try. */
const REFUND_MARGIN_DAYS = 4;
const CONFIRMED_AT_A_TIME = 20;

/** A page of what the processor took. */
export async function readCharges(
  _parts: Parts,
  _principal: Principal,
  look: Look,
  { listing }: CardProcessor,
): Promise<PageRead> {
  if (listing === undefined) return { kind: 'unanswered' };
  const listed = await listing.charges(requestOf(look, MARGIN_DAYS));
  if (listed.kind === 'unavailable') return { kind: 'unanswered' };
  const entries = listed.items.flatMap(({ externalId, organizationId, reference, amountCents, createdAt }) =>
    organizationId === look.organizationId && reference !== null && ID_PATTERN.test(reference)
      ? [entryOf({ externalId, reference, amountCents, createdAt })]
      : [],
  );
  return written(look, 'charge', entries, nextOf(listed, 'charges', 'refunds'));
}

/** A page of what it gave back, as far as the charge is known here. */
export async function readRefunds(
  parts: Parts,
  principal: Principal,
  look: Look,
  { listing }: CardProcessor,
): Promise<PageRead> {
  if (listing === undefined) return { kind: 'unanswered' };
  const listed = await listing.refunds(requestOf(look, REFUND_MARGIN_DAYS));
  if (listed.kind === 'unavailable') return { kind: 'unanswered' };
  const charges = listed.items.map(({ chargeExternalId }) => chargeExternalId);
  const { organizationId } = look;
  const known = new Set(
    (await parts.db.many(principal, knownCharges, { organizationId, charges })).map(({ charge }) => charge),
  );
  const entries = listed.items
    .filter(({ chargeExternalId }) => known.has(chargeExternalId))
    .map(({ chargeExternalId, ...refund }) => entryOf({ ...refund, reference: chargeExternalId }));
  return written(look, 'refund', entries, nextOf(listed, 'refunds', 'confirm'));
}

/** Charges of ours that no page brought, one by one by the reference that they were made under. */
export async function confirmCharges(
  { db }: Parts,
  principal: Principal,
  look: Look,
  processor: CardProcessor,
): Promise<PageRead> {
  const request = { ...keyOf(look), afterReference: look.place, limit: CONFIRMED_AT_A_TIME };
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
    entries.push({ externalId, reference, amountCents, isReversed: false, effectiveOn: settledOn, loan: null });
  }
  return written(look, 'charge', entries, { step: 'confirm', place: last.attempt });
}

/** Charges of differences that are open, and those whose refunds the days do not tell whole, each with all that was given back of it. */
export async function readStandings(
  { db }: Parts,
  principal: Principal,
  look: Look,
  processor: CardProcessor,
): Promise<PageRead> {
  const request = { ...keyOf(look), afterCharge: look.place, limit: CONFIRMED_AT_A_TIME };
  const wanted = await db.many(principal, standingsToRead, request);
  const last = wanted.at(-1);
  if (last === undefined) return { kind: 'read', step: 'compare', place: '' };
  const [charges, refunds]: [Entry[], Entry[]] = [[], []];
  for (const { charge, days } of wanted) {
    const found = await processor.standingOf(charge);
    if (found.kind === 'unavailable') return { kind: 'unanswered' };
    if (found.kind === 'absent' || found.standing.organizationId !== look.organizationId) continue;
    const { reference, amountCents } = found.standing;
    const told = (externalId: string) => ({ externalId, isReversed: false, effectiveOn: days?.[externalId] ?? null });
    if (reference !== null && ID_PATTERN.test(reference)) {
      charges.push({ ...told(charge), reference, amountCents, loan: null });
    }
    for (const refund of found.standing.refunds) {
      if (!refund.isGivenBack) continue;
      refunds.push({ ...told(refund.externalId), reference: charge, amountCents: refund.amountCents, loan: null });
    }
  }
  const write: Extract<PageRead, { kind: 'read' }>['write'] = async (tx, writer) => {
    await writeEntries(tx, writer, look, 'charge', charges);
    await writeEntries(tx, writer, look, 'refund', refunds);
  };
  return { kind: 'read', step: 'standings', place: last.charge, write };
}

function requestOf({ organizationId, firstDay, businessDay, place }: Look, margin: number): ListRequest {
  return {
    organizationId,
    from: startOf(addDays(firstDay, -margin)),
    to: startOf(addDays(businessDay, 1 + MARGIN_DAYS)),
    after: place === '' ? null : place,
  };
}

type Next = Pick<Extract<PageRead, { kind: 'read' }>, 'step' | 'place'>;

function nextOf(listed: Extract<Listed<unknown>, { kind: 'listed' }>, here: Next['step'], after: Next['step']): Next {
  return listed.next === null ? { step: after, place: '' } : { step: here, place: listed.next };
}

function entryOf(one: {
  readonly externalId: string;
  readonly reference: string;
  readonly amountCents: number;
  readonly createdAt: IsoInstant;
}): Entry {
  const { externalId, reference, amountCents, createdAt } = one;
  const effectiveOn = servicingDate(Temporal.Instant.from(createdAt));
  return { externalId, reference, amountCents, isReversed: false, effectiveOn, loan: null };
}

function written(look: Look, about: 'charge' | 'refund', entries: readonly Entry[], next: Next): PageRead {
  return { kind: 'read', ...next, write: (tx, principal) => writeEntries(tx, principal, look, about, entries) };
}
