import type { PostingScenarioOutcome, SandboxAccountScenario } from '../../../core/contract/sandbox-scenarios.js';
import { CATALOGUE, type ErrorCode } from '../../../core/errors/catalogue.js';
import { type Behaviour, SCENARIO_CODES, SCENARIOS, type Scenario } from './scenarios.js';

/** The test accounts and their outcomes, derived from their behaviour. */
export function testAccountDescriptions(): SandboxAccountScenario[] {
  return SCENARIO_CODES.map((code) => {
    const scenario: Scenario = SCENARIOS[code];
    const payment = scenario.payable ? paymentOf(scenario.post) : refused('account_not_payable', null);
    const isPosted = [payment.status, payment.settles_to].includes('posted');
    return {
      name: code.replace('SBX-', '').toLowerCase().replaceAll('-', '_'),
      external_contract_number: code,
      description: scenario.description,
      payment,
      reversal: isPosted ? reversalOf(scenario.reverse) : null,
    };
  });
}

const paymentOf = (behaviour: Behaviour) =>
  outcomeOf(behaviour, { done: 'posted', doubtful: 'pending_confirmation', undone: 'failed' });
const reversalOf = (behaviour: Behaviour) =>
  outcomeOf(behaviour, { done: 'reversed', doubtful: 'reversal_pending', undone: 'posted' });

interface Statuses {
  readonly done: string;
  readonly doubtful: string;
  /** If the request turns out not to have been executed. */
  readonly undone: string;
}

function outcomeOf(behaviour: Behaviour, { done, doubtful, undone }: Statuses): PostingScenarioOutcome {
  switch (behaviour.kind) {
    case 'posts':
      return answered(201, done, null);
    case 'refuses':
      return refused('servicing_rejected', behaviour.reason);
    case 'unreachable':
      return refused('posting_unavailable', null);
    case 'posts_unconfirmed':
    case 'posts_and_hangs':
      return answered(202, doubtful, done);
    case 'lost':
      return answered(202, doubtful, undone);
  }
}

function answered(http_status: number, status: string, settles_to: string | null): PostingScenarioOutcome {
  return { http_status, status, error_code: null, reason: null, settles_to };
}

function refused(error_code: ErrorCode, reason: string | null): PostingScenarioOutcome {
  return { http_status: CATALOGUE[error_code].status, status: null, error_code, reason, settles_to: null };
}
