import { toldCards } from '../../connectors/card-processors/sandbox/told-cards.js';
import { toldAccounts } from '../../connectors/loan-systems/sandbox/told-scenarios.js';
import type { SandboxScenarios } from '../../core/contract/sandbox-scenarios.js';

/** All scenarios of the sandbox, from both loan systems and card processors. */
export function sandboxScenarios(): SandboxScenarios {
  return { accounts: toldAccounts(), cards: toldCards() };
}
