import { Product } from '../../test/support/process.js';
import type { RemoteStandIn } from '../../test/support/remote-stand-ins.js';

export interface StandInProcess
  extends Pick<RemoteStandIn, 'kind' | 'baseUrl' | 'settings' | 'secretEnv' | 'environment'> {
  /** Sends the stand-in a command; returns the number of calls of each kind. */
  control(order: object): Promise<Readonly<Record<string, number>>>;
  stop(): Promise<unknown>;
}

export async function startStandIn(
  kind: RemoteStandIn['kind'],
  loans: number,
  transactions: number,
): Promise<StandInProcess> {
  const command = [kind, String(loans), String(transactions)];
  const child = new Product({ program: 'bench/loan-systems/stand-in.js', command, environment: {} });
  const settings = JSON.parse(await child.startAndReadLine());
  const address = new URL('/__control', settings.baseUrl);
  return {
    ...settings,
    kind,
    control: async (order) => (await fetch(address, { method: 'POST', body: JSON.stringify(order) })).json(),
    stop: () => child.kill(),
  };
}
