import type { Random } from '../../prisma/seed/demo/random.js';
import type { FaultProxy } from './fault-proxy.js';
import type { Product } from './process.js';
import type { SplitInstance } from './split-instance.js';
import { pause } from './until.js';

/** A fault that is over when its promise resolves. */
export interface SdkFault {
  readonly name: string;
  happen(): Promise<void>;
}

/** The proxies between the parts, and to the loan system. */
export type FaultProxies = Readonly<Record<'rest' | 'gateway' | 'payments' | 'loanSystem', FaultProxy>>;

/** How long the proof's client waits for a response. */
export const CLIENT_WAITS_MS = 3_000;
/** Longer than the parts wait for each other in the proof. */
const LONGEST_MS = 1_500;
/** Longer than any hang here: after that a call can no longer be carried out. */
export const SETTLE_AFTER_MS = CLIENT_WAITS_MS + LONGEST_MS + 1_500;

/**
 * An endless sequence: each part and the loan system killed, hung and reset, each fault once before any is repeated.
 */
export function* sdkFaults(random: Random, apart: SplitInstance, wires: FaultProxies): Generator<SdkFault, never> {
  for (;;) {
    const all = [
      ...ofPart('rest', apart.rest, apart.baseUrl, wires.rest),
      ...ofPart('gateway', apart.gateway, apart.graphqlUrl, wires.gateway),
      ...ofPart('payments', apart.payments, apart.paymentsUrl, wires.payments),
      ...ofLoanSystem(wires.loanSystem),
    ];
    while (all.length > 0) {
      const [happen] = all.splice(random.between(0, all.length - 1), 1);
      if (happen !== undefined) yield happen(random.between(200, LONGEST_MS));
    }
  }
}

type Kind = (ms: number) => SdkFault;

function ofPart(name: string, product: Product, url: string, wire: FaultProxy): readonly Kind[] {
  return [
    (ms) => ({
      name: `${name} killed for ${ms} ms`,
      happen: async () => {
        await product.kill();
        await pause(ms);
        await product.startAndWaitFor(url);
      },
    }),
    ...briefAndLong((ms) => ({
      name: `${name} hung for ${ms} ms`,
      happen: async () => {
        product.tell('SIGSTOP');
        await pause(ms);
        product.tell('SIGCONT');
      },
    })),
    (ms) => resetting(name, wire, ms),
  ];
}

/** Pauses shorter, and longer, than the client waits. */
function briefAndLong(hung: Kind): readonly Kind[] {
  return [hung, (ms) => hung(CLIENT_WAITS_MS + ms)];
}

/**
 * It is a stand-in in this process, whose books survive, as a database's would: killed, it is unreachable for a while.
 */
function ofLoanSystem(wire: FaultProxy): readonly Kind[] {
  const away = (how: string, begin: () => void): Kind => {
    return (ms) => ({
      name: `loan system ${how} for ${ms} ms`,
      happen: async () => {
        begin();
        await pause(ms);
        wire.restore();
      },
    });
  };
  return [
    away('killed', () => wire.cut()),
    ...briefAndLong(away('hung', () => wire.hang())),
    (ms) => resetting('loan system', wire, ms),
  ];
}

function resetting(name: string, wire: FaultProxy, ms: number): SdkFault {
  return {
    name: `${name} reset twice within ${ms} ms`,
    happen: async () => {
      wire.reset();
      await pause(ms);
      wire.reset();
    },
  };
}
