import type { Role } from '../generated/contract-lists';

/** Something that is done to a loan, on its page. */
export interface Act {
  /** In the address of the loan's page: what to open or to focus there. */
  readonly id: 'record' | 'autopay' | 'payoff';
  readonly name: string;
  /** What is typed for it, in lower case. */
  readonly phrases: readonly string[];
  readonly least: Role;
}

export const ACTS: readonly Act[] = [
  {
    id: 'record',
    name: 'Record a payment',
    phrases: ['record a payment', 'record payment', 'take a payment', 'pay'],
    least: 'agent',
  },
  {
    id: 'autopay',
    name: 'Pause, resume or retry autopay',
    phrases: ['pause autopay', 'resume autopay', 'retry autopay', 'pause', 'resume', 'retry', 'autopay'],
    least: 'agent',
  },
  { id: 'payoff', name: 'Quote the payoff', phrases: ['quote the payoff', 'payoff letter', 'payoff'], least: 'viewer' },
];

interface ActInText {
  readonly act: Act;
  /** The rest of the text: which loan. */
  readonly rest: string;
}

/** The act at the beginning of a text: `record payment for smith` is one for the loan `smith`. */
export function actIn(text: string, acts: readonly Act[]): ActInText | undefined {
  const lower = text.toLowerCase();
  for (const act of acts) {
    const phrase = act.phrases.find((each) => lower === each || lower.startsWith(`${each} `));
    if (phrase !== undefined)
      return {
        act,
        rest: text
          .slice(phrase.length)
          .trim()
          .replace(/^(for|from|of)(\s+|$)/i, ''),
      };
  }
  return undefined;
}

/** Whether the text may become the name of an act. */
export function isBeginningOf(text: string, { name, phrases }: Act): boolean {
  const lower = text.toLowerCase();
  return [name.toLowerCase(), ...phrases].some((each) => each.startsWith(lower));
}
