import { createLedger } from '../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import { guarded } from '../../connectors/loan-systems/loan-system-with-circuit-breaker.js';
import { type ChangingSystems, LoanSystems } from '../../connectors/loan-systems/registry.js';
import { onlyForSandboxes } from '../../connectors/loan-systems/sandbox/restrict-to-sandbox-organizations.js';
import { createSandbox } from '../../connectors/loan-systems/sandbox/sandbox.js';
import type { Remotes } from '../../subgraphs/servicing/loan-systems/loan-system/shown-loan-system.js';
import type { Resources } from './resources.js';

/**
 * The loan systems of this process: the built-in ones and the added ones. In production only sandbox organizations use
 * the sandbox.
 */
export function loanSystems({ db, clock, endSchedules, config, logger, addedSystems }: LoanSystemsSource): LoanSystems {
  const guard = {
    timeoutMs: config.LOAN_SYSTEM_TIMEOUT_MS,
    settleAfterMs: config.LOAN_SYSTEM_SETTLE_AFTER_MS,
    breaks: false,
    logger,
  };
  const own = createSandbox({ db, clock });
  const sandbox = guarded(config.isProduction ? onlyForSandboxes(own, db) : own, guard);
  return new LoanSystems([createLedger({ db, clock, endSchedules }), sandbox], addedSystems);
}

interface LoanSystemsSource extends Pick<Resources, 'db' | 'clock' | 'endSchedules' | 'config' | 'logger'> {
  readonly addedSystems: ChangingSystems | undefined;
}

/** What is needed to add remote loan systems. */
export function remoteSystems({ config, clock, logger, loanSystemKinds: kinds }: RemotesSource): Remotes {
  const { secretOf, LOAN_SYSTEM_TIMEOUT_MS: timeoutMs, LOAN_SYSTEM_HOSTS: named, isProduction: requiresHttps } = config;
  const hosts = named.length > 0 || config.isProduction ? named : 'any';
  return { kinds, surroundings: { secretOf, timeoutMs, clock, logger }, requiresHttps, hosts };
}

type RemotesSource = Pick<Resources, 'config' | 'clock' | 'logger' | 'loanSystemKinds'>;
