import { dollars } from '../../format/money';
import { Button } from '../../ui/button';

/** The amounts that a payment is usually made for, in cents; absent where they could not be read. */
export interface UsualAmounts {
  readonly pastDueCents?: number | null | undefined;
  readonly nextDueCents?: number | null | undefined;
  readonly payoffCents?: number | null | undefined;
}

interface AmountChoicesProps {
  readonly amounts: UsualAmounts;
  readonly onChoose: (cents: number) => void;
}

/** One press for each usual amount. */
export function AmountChoices({ amounts: { pastDueCents, nextDueCents, payoffCents }, onChoose }: AmountChoicesProps) {
  const choices = [
    ['Past due', pastDueCents],
    ['Next due', nextDueCents],
    ['Payoff', payoffCents],
  ] as const;
  const shown = choices.flatMap(([name, cents]) => (cents ? [{ name, cents }] : []));
  if (shown.length === 0) return null;
  return (
    <fieldset className="choices" aria-label="Usual amounts">
      {shown.map(({ name, cents }) => (
        <Button key={name} onPress={() => onChoose(cents)}>
          {name} {dollars(cents)}
        </Button>
      ))}
    </fieldset>
  );
}
