import { Temporal } from 'temporal-polyfill';
import { cents } from '../../../core/money.js';
import { systemPrincipal } from '../../../core/principal/principal.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { isoInstant } from '../../../core/time/dates.js';
import type {
  ChargeDispute,
  ChargeQueries,
  ChargeRefund,
  ChargeState,
  ProcessorNotice,
} from '../charge-queries-interface.js';
import { type ReturnedChargeRow, sandboxChargeById, sandboxChargesSince } from './sandbox.store.js';
import { behaviourOf, type LaterOutcome } from './test-instrument-behaviours.js';

/** The sandbox sends no events, so it is polled every minute. */
const PULL_EVERY_MS = 60_000;
const MOST_PER_PAGE = 100;

/** Delays after the charge, in milliseconds: when the bank disputes or inquires, and when it decides. */
const OPENED_AFTER_MS = 60_000;
const CLOSED_AFTER_MS = 180_000;
/** How long the sandbox's bank waits for evidence. */
const ANSWER_WITHIN_HOURS = 7 * 24;

/**
 * It simulates an external system, which does not know our organizations, so its statements have no organization scope.
 */
const SANDBOX = systemPrincipal('sandbox-card-processor');

/** The instrument and the time alone decide what happens to a charge later: nothing has to be stored. */
export function sandboxChargeQueries({ db, clock }: Pick<ServiceParts, 'db' | 'clock'>): ChargeQueries {
  return {
    pullEveryMs: PULL_EVERY_MS,
    standingOf: async (id) => {
      const charge = await db.first(SANDBOX, sandboxChargeById, { id });
      return charge === undefined ? { kind: 'absent' } : { kind: 'found', standing: standingOf(charge, clock.now()) };
    },
    // The sandbox stores only the token of a captured card, and no network renews its cards.
    storedCard: async () => ({ kind: 'absent' }),
    changes: async ({ since, position }) => {
      const made = Temporal.Instant.from(since).subtract({ milliseconds: CLOSED_AFTER_MS });
      const page = { since: isoInstant(made), afterId: position ?? '', limit: MOST_PER_PAGE };
      const charges = await db.many(SANDBOX, sandboxChargesSince, page);
      const hints = charges.flatMap((charge) => hintsOf(charge, clock.now()));
      return { kind: 'page', hints, next: charges.length === MOST_PER_PAGE ? (charges.at(-1)?.id ?? null) : null };
    },
  };
}

function hintsOf(charge: ReturnedChargeRow, now: Temporal.Instant): readonly ProcessorNotice[] {
  const { refunds, disputes } = standingOf(charge, now);
  const hints = [
    ...refunds.map(({ externalId }) => ({ externalId, type: 'charge.refunded' })),
    ...disputes.map(({ externalId, status }) => ({ externalId: `${externalId}:${status}`, type: 'charge.dispute' })),
  ];
  return hints.map((hint) => ({ ...hint, about: { kind: 'charge', id: charge.id } }));
}

function standingOf(charge: ReturnedChargeRow, now: Temporal.Instant): ChargeState {
  const behaviour = behaviourOf(charge.token);
  const later = behaviour.kind === 'charges' ? behaviour.later : undefined;
  const { organizationId, reference } = charge;
  const amountCents = cents(charge.amountCents);
  return {
    organizationId,
    reference,
    amountCents,
    refunds: refundsOf(charge, later, now),
    disputes: later === undefined || later === 'refunded' ? [] : disputesOf(charge, later, now),
  };
}

function refundsOf(charge: ReturnedChargeRow, later: LaterOutcome | undefined, now: Temporal.Instant): ChargeRefund[] {
  const isDue = later === 'refunded' && ageMs(charge, now) >= OPENED_AFTER_MS;
  if (charge.refundedAt === null && !isDue) return [];
  const createdAt =
    charge.refundedAt ?? isoInstant(Temporal.Instant.from(charge.createdAt).add({ milliseconds: OPENED_AFTER_MS }));
  return [{ externalId: `re_${charge.id}`, amountCents: cents(charge.amountCents), createdAt, isRefunded: true }];
}

function disputesOf(
  charge: ReturnedChargeRow,
  later: Exclude<LaterOutcome, 'refunded'>,
  now: Temporal.Instant,
): ChargeDispute[] {
  const age = ageMs(charge, now);
  if (age < OPENED_AFTER_MS) return [];
  const isClosed = age >= CLOSED_AFTER_MS;
  const { status, isWithdrawn } = STANDING[later][isClosed ? 'closed' : 'open'];
  const openedAt = Temporal.Instant.from(charge.createdAt).add({ milliseconds: OPENED_AFTER_MS });
  return [
    {
      externalId: `dp_${charge.id}`,
      status,
      withdrawnCents: cents(isWithdrawn ? charge.amountCents : 0),
      reason: REASON[later],
      amountCents: cents(charge.amountCents),
      evidenceDueBy: isoInstant(openedAt.add({ hours: ANSWER_WITHIN_HOURS })),
      openedAt: isoInstant(openedAt),
    },
  ];
}

type DisputeStanding = Pick<ChargeDispute, 'status'> & { readonly isWithdrawn: boolean };

const OPEN = { status: 'needs_response', isWithdrawn: true } as const;
const STANDING = {
  dispute_lost: { open: OPEN, closed: { status: 'lost', isWithdrawn: true } },
  dispute_won: { open: OPEN, closed: { status: 'won', isWithdrawn: false } },
  inquiry: {
    open: { status: 'inquiry_needs_response', isWithdrawn: false },
    closed: { status: 'inquiry_closed', isWithdrawn: false },
  },
} as const satisfies Record<Exclude<LaterOutcome, 'refunded'>, { open: DisputeStanding; closed: DisputeStanding }>;

const REASON = { dispute_lost: 'fraudulent', dispute_won: 'product_not_received', inquiry: 'fraudulent' } as const;

function ageMs({ createdAt }: ReturnedChargeRow, now: Temporal.Instant): number {
  return now.epochMilliseconds - Temporal.Instant.from(createdAt).epochMilliseconds;
}
