import type { TestCardTold } from '../../../core/contract/sandbox-scenarios.js';
import { CATALOGUE, type ErrorCode } from '../../../core/errors/catalogue.js';
import { behaviourOf } from './instruments.js';
import { cardBehaviour, TEST_CARDS } from './test-cards.js';

/** The test cards, and what comes of them, read off what they do. */
export function toldCards(): TestCardTold[] {
  return Object.entries(TEST_CARDS).map(([number, { name, told }]) => ({
    name,
    number,
    description: told,
    ...outcomeOf(number),
  }));
}

function outcomeOf(number: string): Pick<TestCardTold, 'capture' | 'charge'> {
  const behaviour = cardBehaviour({ number });
  switch (behaviour.kind) {
    case 'declines':
      return { capture: refused('card_declined', behaviour.reason), charge: null };
    case 'unavailable':
      return { capture: refused('tokenization_failed', null), charge: null };
    case 'stores': {
      const charged = behaviourOf(behaviour.instrument);
      const afterwards = charged.kind === 'charges' ? (charged.later ?? null) : null;
      const charge = { succeeds: charged.kind === 'charges', afterwards };
      return { capture: { http_status: 201, error_code: null, reason: null }, charge };
    }
  }
}

function refused(error_code: ErrorCode, reason: string | null): TestCardTold['capture'] {
  return { http_status: CATALOGUE[error_code].status, error_code, reason };
}
