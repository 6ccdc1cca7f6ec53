import { count } from '../../format/money';
import type { Tone } from '../../format/statuses';
import type { TieOutSideFragment } from '../../generated/graphql';

interface Result {
  readonly text: string;
  readonly tone: Tone;
}

type Told = Pick<
  TieOutSideFragment,
  'completeness' | 'openDifferenceCount' | 'differenceCount' | 'loansUnread' | 'openCount'
>;

/** What a day came to on a side, the worst first. Nothing is called equal that was not compared. */
export function resultOf({ completeness, openDifferenceCount, differenceCount, loansUnread, openCount }: Told): Result {
  if (openDifferenceCount > 0) return { text: plural(openDifferenceCount, 'difference'), tone: 'bad' };
  if (completeness === 'not_compared') return { text: 'Not compared', tone: 'waiting' };
  if (completeness === 'partial') return { text: `${plural(loansUnread, 'loan')} not compared`, tone: 'waiting' };
  if (differenceCount > 0) return { text: 'Differences seen to', tone: 'quiet' };
  if (openCount > 0) return { text: `Equal but for ${count(openCount)} unconfirmed`, tone: 'waiting' };
  return { text: 'Equal', tone: 'good' };
}

export function SideResult({ told }: { readonly told: Told }) {
  const { text, tone } = resultOf(told);
  return (
    <span className="status" data-tone={tone}>
      {text}
    </span>
  );
}

function plural(number: number, word: string): string {
  return `${count(number)} ${word}${number === 1 ? '' : 's'}`;
}
