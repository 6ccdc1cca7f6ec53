import { count, plural } from '../../format/money';
import type { Tone } from '../../format/statuses';
import type { TieOutSideFragment } from '../../generated/graphql';
import { Mark } from '../../ui/mark';

interface Result {
  readonly text: string;
  readonly tone: Tone;
}

type SideFacts = Pick<
  TieOutSideFragment,
  'completeness' | 'openDifferenceCount' | 'differenceCount' | 'loansUnread' | 'openCount'
>;

/** The result of a day on a side, worst first. A side that was not compared is never shown as equal. */
export function resultOf({
  completeness,
  openDifferenceCount,
  differenceCount,
  loansUnread,
  openCount,
}: SideFacts): Result {
  if (openDifferenceCount > 0) return { text: plural(openDifferenceCount, 'difference'), tone: 'bad' };
  if (completeness === 'not_compared') return { text: 'Not compared', tone: 'waiting' };
  if (completeness === 'partial') return { text: `${plural(loansUnread, 'loan')} not compared`, tone: 'waiting' };
  if (differenceCount > 0) return { text: 'Differences handled', tone: 'quiet' };
  if (openCount > 0) return { text: `Matched except ${count(openCount)} unconfirmed`, tone: 'waiting' };
  return { text: 'Matched', tone: 'good' };
}

export function SideResult({ result }: { readonly result: SideFacts }) {
  const { text, tone } = resultOf(result);
  return <Mark tone={tone}>{text}</Mark>;
}
