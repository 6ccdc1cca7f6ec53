import { testCardDescriptions } from '../../connectors/card-processors/sandbox/test-card-descriptions.js';
import { testAccountDescriptions } from '../../connectors/loan-systems/sandbox/test-account-descriptions.js';
import type { SandboxScenarios } from '../../core/contract/sandbox-scenarios.js';

/** All scenarios of the sandbox, from both loan systems and card processors. */
export function sandboxScenarios(): SandboxScenarios {
  return { accounts: testAccountDescriptions(), cards: testCardDescriptions() };
}
