import type { TestCardTold } from '../../../core/contract/sandbox-scenarios.js';
import { CATALOGUE, type ErrorCode } from '../../../core/errors/catalogue.js';
import { behaviourOf, type ChargeBehaviour } from './instruments.js';
import { cardBehaviour, TEST_CARDS } from './test-cards.js';

/** The test cards and their outcomes, derived from their behaviour. */
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
      return { capture: { http_status: 201, error_code: null, reason: null }, charge: chargeOf(charged) };
    }
  }
}

function chargeOf(charged: ChargeBehaviour): TestCardTold['charge'] {
  switch (charged.kind) {
    case 'charges':
      return { succeeds: true, answer_lost: false, run_status: 'posted', afterwards: charged.later ?? null };
    case 'charges_unconfirmed':
      return { succeeds: true, answer_lost: true, run_status: 'posted', afterwards: null };
    case 'lost':
      return { succeeds: false, answer_lost: true, run_status: 'failed', afterwards: null };
    case 'declines': {
      const run_status = charged.isHard ? 'failed' : 'retrying';
      return { succeeds: false, answer_lost: false, run_status, afterwards: null };
    }
    case 'unreachable':
      return { succeeds: false, answer_lost: false, run_status: 'charging', afterwards: null };
  }
}

function refused(error_code: ErrorCode, reason: string | null): TestCardTold['capture'] {
  return { http_status: CATALOGUE[error_code].status, error_code, reason };
}
