import type { ActDetailName, LimitedAct, LimitedRole } from '../generated/graphql';
import { day } from './dates';
import { dollars } from './money';
import { statusText } from './statuses';

/** Display names of the acts that a role may be limited to. */
const ACTS: Readonly<Record<LimitedAct, string>> = {
  charge_off: 'Charge-off',
  waiver: 'Waiver',
  adjustment: 'Adjustment',
  reversal: 'Reversal of a payment',
  one_time_charge: 'One-time charge',
  booking: 'Booking of a loan',
};

export const ACT_ORDER = Object.keys(ACTS) as readonly LimitedAct[];

/** A newer server may send an act that this page does not know. */
export function actName(act: string): string {
  const known: Readonly<Record<string, string>> = ACTS;
  return known[act] ?? statusText(act);
}

/** The roles that may perform an act, and so can have a limit. */
export function limitedRolesOf(act: LimitedAct): readonly LimitedRole[] {
  return act === 'reversal' ? ['agent', 'supervisor'] : ['supervisor'];
}

interface DetailFormat {
  readonly label: string;
  readonly text: (value: string) => string;
}

const amount = (value: string) => dollars(Number(value));
const same = (value: string) => value;

const DETAILS: Readonly<Record<ActDetailName, DetailFormat>> = {
  component: { label: 'Component', text: statusText },
  principal: { label: 'Principal', text: amount },
  interest: { label: 'Interest', text: amount },
  fees: { label: 'Fees', text: amount },
  non_sufficient_funds: { label: 'Returned by bank', text: (value) => (value === 'true' ? 'Yes' : 'No') },
  loan_number: { label: 'Loan number', text: same },
  annual_rate: { label: 'Annual rate', text: (value) => `${value}%` },
  term_months: { label: 'Term', text: (value) => `${value} months` },
  originated_on: { label: 'Originated', text: day },
  charged_on: { label: 'Charged on', text: day },
  payment_method_id: { label: 'Payment method', text: same },
  authorizer_id: { label: 'Authorized by', text: same },
  allows_equal: {
    label: 'Same amount already charged that day',
    text: (value) => (value === 'true' ? 'Charge again' : 'Refuse'),
  },
  authorized_on: { label: 'Authorized on', text: day },
  authorization_method: { label: 'Authorized', text: statusText },
  first_due_on: { label: 'First due', text: day },
};

/** A value of an act, with its label. */
export function detailFact({ name, value }: { readonly name: string; readonly value: string }) {
  const known: Readonly<Record<string, DetailFormat>> = DETAILS;
  const { label, text } = known[name] ?? { label: statusText(name), text: same };
  return [label, text(value)] as const;
}
