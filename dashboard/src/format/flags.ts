import type { AccountFlagKind, AccountFlagState, AccountFlagStop } from '../generated/graphql';

interface Flag {
  readonly text: string;
  /** As of a status. */
  readonly tone: 'bad' | 'waiting';
}

/** Display names of the flags, in the order of forms and filters. */
const FLAGS: Readonly<Record<AccountFlagKind, Flag>> = {
  bankruptcy: { text: 'Bankruptcy', tone: 'bad' },
  deceased: { text: 'Deceased', tone: 'bad' },
  fraud: { text: 'Fraud', tone: 'bad' },
  cease_and_desist: { text: 'Cease and desist', tone: 'bad' },
  do_not_contact: { text: 'Do not contact', tone: 'bad' },
  dispute: { text: 'Debt disputed', tone: 'waiting' },
  scra: { text: 'SCRA', tone: 'waiting' },
};

const STATES: Readonly<Record<AccountFlagState, string>> = {
  in_force: 'In force',
  scheduled: 'Scheduled',
  ended: 'Ended',
  lifted: 'Lifted',
};

const STOPS: Readonly<Record<AccountFlagStop, string>> = {
  charges: 'Autopay charges',
  marketing: 'Marketing',
  collection_contact: 'Collection contact',
  required_notices: 'Required notices',
};

export const FLAG_KINDS = Object.keys(FLAGS) as readonly AccountFlagKind[];
export const FLAG_CHOICES = FLAG_KINDS.map((id) => ({ id, text: FLAGS[id].text }));
export const FLAG_STOPS = Object.keys(STOPS) as readonly AccountFlagStop[];

/** A newer server may send a kind that this page does not know. */
export function flagShown(kind: string): Flag {
  const known: Readonly<Record<string, Flag>> = FLAGS;
  return known[kind] ?? { text: 'Another flag', tone: 'bad' };
}

export function flagState(state: string): string {
  const known: Readonly<Record<string, string>> = STATES;
  return known[state] ?? state;
}

export function stopText(stop: string): string {
  const known: Readonly<Record<string, string>> = STOPS;
  return known[stop] ?? stop;
}

/** What flags stop, as a sentence. */
export function stopsSentence(stops: readonly string[]): string {
  if (stops.length === 0) return 'Stops nothing.';
  const texts = stops.map((stop) => stopText(stop).toLowerCase());
  return `Stops ${new Intl.ListFormat('en', { type: 'conjunction' }).format(texts)}.`;
}
