import type { RemoteKindName } from '../../../connectors/loan-systems/kinds.js';
import { newId } from '../../../core/ids/ids.js';
import { cents } from '../../../core/money.js';
import type { BookTransaction as FineractPosting } from '../fineract/fineract-book.js';
import type { BookTransaction as MambuPosting } from '../mambu/mambu-loan.js';
import type { LenderWithSystems, Paid, SystemCode } from './lender-with-systems.js';

/** A fault in an outside system, on one day. */
export interface Fault {
  readonly name: string;
  /** The side and kind of the difference that it must cause. */
  readonly is: string;
  /** Causes it; returns the reference that the difference must have. */
  seed(world: LenderWithSystems): Promise<string>;
}

function fineractPosting({ fineract }: LenderWithSystems, { loan, postedAs }: Paid): FineractPosting {
  const found = fineract.book.loans
    .get(Number(loan.externalId))
    ?.transactions.find(({ externalId }) => externalId === postedAs);
  if (found === undefined) throw new Error('no such posting at Fineract');
  return found;
}

function mambuPosting({ mambu }: LenderWithSystems, { postedAs }: Paid): MambuPosting {
  const [found] = mambu.book.byExternalId.get(postedAs) ?? [];
  if (found === undefined) throw new Error('no such posting at Mambu');
  return found;
}

function mambuRepaid(
  world: LenderWithSystems,
  loan: MambuPosting['loan'],
  externalId: string | undefined,
): MambuPosting {
  const made = world.mambu.book.repay(loan, { amount: 700, externalId });
  if ('refused' in made) throw new Error(made.refused.reason);
  return made;
}

function remove<T>(list: T[], one: T): void {
  list.splice(list.indexOf(one), 1);
}

/** A fault of one payment, which was posted correctly just before. */
function ofPayment(
  code: SystemCode,
  what: string,
  kind: string,
  damage: (world: LenderWithSystems, paid: Paid) => unknown,
): Fault {
  return {
    name: `${code}: ${what}`,
    is: `${code} ${kind}`,
    async seed(world) {
      const paid = await world.pay(code);
      await damage(world, paid);
      return paid.reference;
    },
  };
}

const LOST = 'a posting lost';
const DOUBLED = 'a posting doubled';
const OF_ANOTHER_AMOUNT = 'a posting of another amount';
const REVERSED = 'reversed behind our back';
const FOREIGN = 'a transaction with a foreign reference';

const AT_FINERACT: readonly Fault[] = [
  ofPayment('fineract', LOST, 'posting_missing', (world, paid) => {
    const posting = fineractPosting(world, paid);
    remove(posting.loan.transactions, posting);
    world.fineract.book.byExternalId.delete(paid.postedAs);
  }),
  ofPayment('fineract', DOUBLED, 'posting_doubled', (world, paid) =>
    world.fineract.book.pay(fineractPosting(world, paid).loan, {
      amount: paid.amountCents,
      externalId: paid.postedAs,
    }),
  ),
  ofPayment('fineract', OF_ANOTHER_AMOUNT, 'amount_differs', (world, paid) =>
    Object.assign(fineractPosting(world, paid), { amount: paid.amountCents - 1 }),
  ),
  ofPayment('fineract', REVERSED, 'reversed_there', (world, paid) =>
    world.fineract.book.undo(fineractPosting(world, paid), undefined),
  ),
  {
    name: `fineract: ${FOREIGN}`,
    is: 'fineract unknown_here',
    async seed(world) {
      const reference = newId();
      const paid = await world.pay('fineract');
      const { loan } = fineractPosting(world, paid);
      world.fineract.book.pay(loan, { amount: 700, externalId: reference });
      // A reference set by the branch itself is not a difference.
      world.fineract.book.pay(loan, { amount: 700, externalId: `BRANCH-${reference}` });
      return reference;
    },
  },
];

const AT_MAMBU: readonly Fault[] = [
  ofPayment('mambu', LOST, 'posting_missing', (world, paid) => {
    const posting = mambuPosting(world, paid);
    remove(posting.loan.transactions, posting);
    world.mambu.book.transactions.delete(posting.key);
    world.mambu.book.byExternalId.delete(paid.postedAs);
  }),
  ofPayment('mambu', DOUBLED, 'posting_doubled', (world, paid) =>
    Object.assign(mambuRepaid(world, mambuPosting(world, paid).loan, undefined), {
      externalId: paid.postedAs,
      amount: paid.amountCents,
    }),
  ),
  ofPayment('mambu', OF_ANOTHER_AMOUNT, 'amount_differs', (world, paid) =>
    Object.assign(mambuPosting(world, paid), { amount: paid.amountCents - 1 }),
  ),
  ofPayment('mambu', REVERSED, 'reversed_there', (world, paid) =>
    world.mambu.book.adjust(mambuPosting(world, paid), 'by the branch'),
  ),
  {
    name: `mambu: ${FOREIGN}`,
    is: 'mambu unknown_here',
    async seed(world) {
      const reference = newId();
      const paid = await world.pay('mambu');
      mambuRepaid(world, mambuPosting(world, paid).loan, reference);
      return reference;
    },
  },
];

const IN_THE_LEDGER: readonly Fault[] = [
  { name: `ledger: ${LOST}`, is: 'ledger posting_missing', seed: (world) => world.payNowhere('ledger') },
  ofPayment('ledger', OF_ANOTHER_AMOUNT, 'amount_differs', (world, { reference }) =>
    world.sql.query('update collected_payment set amount_cents = amount_cents + 1 where id = $1', [reference]),
  ),
  ofPayment('ledger', REVERSED, 'reversed_there', async (world, { loan, reference, amountCents }) => {
    const { rows } = await world.sql.query('select posting_external_id as id from collected_payment where id = $1', [
      reference,
    ]);
    const outcome = await world.system('ledger').reversePayment({
      loan: { organizationId: world.organizationId, ...loan },
      externalReference: newId(),
      paymentReference: reference,
      postingExternalId: rows[0].id,
      amountCents: cents(amountCents),
      reason: 'by hand',
      isNsf: false,
    });
    if (outcome.kind !== 'confirmed') throw new Error(outcome.kind);
  }),
  {
    name: `ledger: ${FOREIGN}`,
    is: 'ledger unknown_here',
    async seed(world) {
      const reference = newId();
      const outcome = await world.system('ledger').postPayment({
        loan: { organizationId: world.organizationId, ...world.loanOf('ledger') },
        externalReference: reference,
        amountCents: cents(500),
        paymentMethod: 'cash',
        checkNumber: null,
        memo: null,
      });
      if (outcome.kind !== 'confirmed') throw new Error(outcome.kind);
      return reference;
    },
  },
];

const AT_THE_PROCESSOR: readonly Fault[] = [
  {
    name: "processor: a refund in the processor's dashboard",
    is: 'processor:stripe refund_unknown_here',
    async seed({ cards }) {
      const { charge } = await cards.charged(9_000);
      return cards.returns.refund(charge).id;
    },
  },
  {
    name: 'processor: a charge lost',
    is: 'processor:stripe charge_missing',
    async seed({ cards }) {
      const { attemptId, charge } = await cards.charged(9_100);
      cards.state.paymentIntents.delete(charge);
      return attemptId;
    },
  },
  {
    name: 'processor: a charge of another amount',
    is: 'processor:stripe charge_amount_differs',
    async seed({ cards }) {
      const { attemptId, charge } = await cards.charged(9_200);
      Object.assign(cards.state.paymentIntents.get(charge) ?? {}, { amount: 9_201 });
      return attemptId;
    },
  },
  {
    name: 'processor: a charge with a foreign reference',
    is: 'processor:stripe charge_unknown_here',
    async seed({ cards }) {
      const { charge } = await cards.charged(9_300);
      const real = cards.state.paymentIntents.get(charge);
      if (real === undefined) throw new Error('no such charge');
      const reference = newId();
      const id = `pi_${reference}`;
      cards.state.paymentIntents.set(id, { ...real, id, metadata: { ...real.metadata, reference } });
      return id;
    },
  },
];

const AT_REMOTE: Readonly<Record<RemoteKindName, readonly Fault[]>> = { fineract: AT_FINERACT, mambu: AT_MAMBU };

/** Each happens as often as a month asks for. */
export const FAULTS: readonly Fault[] = [...Object.values(AT_REMOTE).flat(), ...IN_THE_LEDGER, ...AT_THE_PROCESSOR];

/** Faults found when a system is reachable again, one of each for every day of its outage. */
export const FAULTS_DURING_OUTAGE: readonly Fault[] = [
  {
    name: 'fineract, away: a posting lost',
    is: 'fineract posting_missing',
    seed: (world) => world.payNowhere('fineract'),
  },
  {
    name: `fineract, away: ${FOREIGN}`,
    is: 'fineract unknown_here',
    async seed(world) {
      const reference = newId();
      const loan = world.fineract.book.loans.get(Number(world.loanOf('fineract').externalId));
      if (loan === undefined) throw new Error('no such loan at Fineract');
      world.fineract.book.pay(loan, { amount: 600, externalId: reference });
      return reference;
    },
  },
];
