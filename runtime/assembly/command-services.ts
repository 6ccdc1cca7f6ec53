import type { AddedSystems } from '../../connectors/loan-systems/added/added-systems.js';
import { type Session, type SessionOptions, withSession } from '../command-session.js';
import { sessionParts } from './command-service-dependencies.js';

type Parts = ReturnType<typeof sessionParts>;

/** The services that commands call, by name. Each loads its code only when a command asks for it. */
const SERVICES = {
  accounts: async (parts: Parts, _: Session, addedSystems?: AddedSystems) =>
    (await import('../../subgraphs/servicing/accounts/services.js')).accountServices({
      ...parts,
      systems: await systemsOf(parts, addedSystems),
    }),
  disputes: async (parts: Parts) =>
    (await import('../../subgraphs/payments/disputes/services.js')).disputeServices(parts).disputes,
  email: async (parts: Parts) => (await import('../../subgraphs/messaging/email/services.js')).emailServices(parts),
  erasures: async (parts: Parts) => {
    const { ErasureService } = await import('../../subgraphs/servicing/platform/erasure/erasure.service.js');
    return new ErasureService({ ...parts, erasureSteps: (await import('./erasure-steps.js')).ERASURE_STEPS });
  },
  /** Only reads them: does not load their delivery. */
  events: async (parts: Parts) =>
    new (await import('../../subgraphs/messaging/outgoing-webhooks/event/event.service.js')).EventService(parts),
  exceptions: async (parts: Parts) => {
    const { exceptionServices } = await import('../../subgraphs/payments/exceptions/services.js');
    const { UNDECIDED } = await import('../../subgraphs/payments/autopay/run/refuse-closing-held-exception.js');
    return exceptionServices({ ...parts, undecided: UNDECIDED }).exceptions;
  },
  /** The built-in ledger: no remote loan system is called. */
  ledger: async (parts: Parts) => {
    const { ledgerServices } = await import('../../subgraphs/servicing/ledger-api/services.js');
    const { InProcessBoarding } = await import('../../ledger/boarding/board-in-process.js');
    const services = ledgerServices({ ...parts, systems: await systemsOf(parts) });
    return { ...services, boardingHere: new InProcessBoarding(parts) };
  },
  loanSystems: async (parts: Parts) => {
    const { loanSystemServices } = await import('../../subgraphs/servicing/loan-systems/services.js');
    const { remoteSystems } = await import('./loan-systems.js');
    const { LOAN_SYSTEM_KINDS } = await import('../../connectors/loan-systems/kinds.js');
    const remotes = remoteSystems({ ...parts, loanSystemKinds: LOAN_SYSTEM_KINDS });
    return loanSystemServices({ ...parts, remotes }).loanSystems;
  },
  loanSystemSync: async (parts: Parts, _: Session, added?: AddedSystems) => {
    const { SystemSync } = await import('../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js');
    const { ownPostings } = await import('../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js');
    return new SystemSync({ ...parts, ownPostings, systems: await systemsOf(parts, added) });
  },
  platform: async (parts: Parts) =>
    (await import('../../subgraphs/servicing/platform/services.js')).platformServices(parts),
  emailProviderEvents: async (parts: Parts, { config }: Session) => {
    const { providerEventServices } = await import('../../subgraphs/messaging/provider-events/services.js');
    return providerEventServices({
      ...parts,
      providers: (await import('./email-providers.js')).emailProviders(config),
    });
  },
  processorEvents: async (parts: Parts) =>
    (await import('../../subgraphs/payments/processor-events/services.js')).processorEventServices(parts)
      .processorEvents,
  recoveries: async (parts: Parts) => {
    const { RecoveryService } = await import('../../subgraphs/servicing/recovery/recovery.service.js');
    const { LOAN_SYSTEM_KINDS } = await import('../../connectors/loan-systems/kinds.js');
    return new RecoveryService({ ...parts, loanSystemKinds: LOAN_SYSTEM_KINDS });
  },
  reporting: async (parts: Parts) => (await import('../../subgraphs/reporting/services.js')).reportingServices(parts),
  tieOut: async (parts: Parts, { config }: Session) => {
    const { ResultService } = await import('../../subgraphs/payments/tie-out/comparison/result.service.js');
    const { tieOutServices } = await import('../../subgraphs/payments/tie-out/services.js');
    const macs = (await import('./tie-out-dependencies.js')).tieOutMacs(config);
    return { ...tieOutServices(parts), results: new ResultService({ ...parts, macs }) };
  },
  /** The worker's comparison of business days. */
  tieOutComparer: async (parts: Parts, { config }: Session, added?: AddedSystems) => {
    const { Comparer } = await import('../../subgraphs/payments/tie-out/comparison/comparer.js');
    const { cardProcessors } = await import('./card-processors.js');
    const outside = { systems: await systemsOf(parts, added), processors: cardProcessors(parts) };
    return new Comparer((await import('./tie-out-dependencies.js')).tieOutParts({ ...parts, ...outside }, config));
  },
  webhookEndpoints: async (parts: Parts, session: Session) => {
    const { outgoingWebhookServices } = await import('../../subgraphs/messaging/outgoing-webhooks/services.js');
    const receivers = (await import('./webhook-receivers.js')).webhookReceivers(session);
    const endpointsPerOrganization = session.config.WEBHOOK_ENDPOINTS_PER_ORGANIZATION;
    return outgoingWebhookServices({ ...parts, receivers, endpointsPerOrganization }).endpoints;
  },
};

/** @param addedSystems - for a service that calls remote loan systems; without it none is called */
async function systemsOf(parts: Parts, addedSystems?: AddedSystems) {
  return (await import('./loan-systems.js')).loanSystems({ ...parts, addedSystems });
}

/** What `serviceOf` makes, by name. */
export type Services = { readonly [N in keyof typeof SERVICES]: Awaited<ReturnType<(typeof SERVICES)[N]>> };

/** Makes a service on a session's connections. */
export async function serviceOf<N extends keyof Services>(
  name: N,
  session: Session,
  addedSystems?: AddedSystems,
): Promise<Services[N]> {
  const make: (parts: Parts, session: Session, added?: AddedSystems) => Promise<unknown> = SERVICES[name];
  return (await make(sessionParts(session), session, addedSystems)) as Services[N];
}

/** Runs a command's work with one service. */
export function withService<N extends keyof Services, T>(
  name: N,
  work: (service: Services[N], session: Session) => Promise<T>,
  options?: SessionOptions,
): Promise<T> {
  return withSession(async (session) => work(await serviceOf(name, session), session), options);
}
