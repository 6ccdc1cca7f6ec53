import { expect, it } from 'vitest';
import { cardBehaviour, TEST_CARDS } from './test-cards.js';
import { behaviourOf, type ChargeBehaviour } from './test-instrument-behaviours.js';

const LATER = {
  dispute_lost:
    /^201; every charge succeeds, is disputed a minute later, and the dispute is lost two minutes after that$/,
  dispute_won:
    /^201; every charge succeeds, is disputed a minute later, and the dispute is won two minutes after that$/,
  inquiry: /^201; every charge succeeds; a minute later the bank inquires about it, without taking money$/,
  refunded: /^201; every charge succeeds, and is refunded a minute later, as in the processor’s dashboard$/,
} as const;

function chargedAs(behaviour: ChargeBehaviour): RegExp {
  if (behaviour.kind === 'charges_unconfirmed') return /^201; every charge succeeds, .*`charging`, and `posted` /;
  if (behaviour.kind === 'lost') return /^201; every charge is lost .*`charging`, and `failed` /;
  if (behaviour.kind !== 'charges') return /^201; every charge .*declined$/;
  return behaviour.later === undefined ? /^201; every charge succeeds\. / : LATER[behaviour.later];
}

it.each(Object.entries(TEST_CARDS).map(([number, { description }]) => [number, description]))(
  '%s: %s',
  (number, outcome) => {
    const behaviour = cardBehaviour({ number });
    switch (behaviour.kind) {
      case 'declines':
        return expect(outcome).toMatch(new RegExp(`422 \`card_declined\`, reason \`${behaviour.reason}\`$`));
      case 'unavailable':
        return expect(outcome).toContain('502 `tokenization_failed`, `retryable`');
      case 'stores':
        return expect(outcome).toMatch(chargedAs(behaviourOf(behaviour.instrument)));
    }
  },
);
