import type { TestCardScenario } from '../../../core/contract/sandbox-scenarios.js';
import { CATALOGUE, type ErrorCode } from '../../../core/errors/catalogue.js';
import { cardBehaviour, TEST_CARDS } from './test-cards.js';
import { behaviourOf, type ChargeBehaviour } from './test-instrument-behaviours.js';

/** The test cards and their outcomes, derived from their behaviour. */
export function testCardDescriptions(): TestCardScenario[] {
  return Object.entries(TEST_CARDS).map(([number, { name, description }]) => ({
    name,
    number,
    description,
    ...outcomeOf(number),
  }));
}

function outcomeOf(number: string): Pick<TestCardScenario, 'capture' | 'charge'> {
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

function chargeOf(charged: ChargeBehaviour): TestCardScenario['charge'] {
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

function refused(error_code: ErrorCode, reason: string | null): TestCardScenario['capture'] {
  return { http_status: CATALOGUE[error_code].status, error_code, reason };
}
