import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RemoteStandIn } from '../../test/support/remote-stand-ins.js';

export interface StandInProcess
  extends Pick<RemoteStandIn, 'kind' | 'baseUrl' | 'settings' | 'secretEnv' | 'environment'> {
  /** Sends the stand-in a command; returns the number of calls of each kind. */
  control(order: object): Promise<Readonly<Record<string, number>>>;
  stop(): void;
}

export async function startStandIn(
  kind: RemoteStandIn['kind'],
  loans: number,
  transactions: number,
): Promise<StandInProcess> {
  const script = fileURLToPath(new URL('stand-in.js', import.meta.url));
  const child = spawn(process.execPath, [script, kind, String(loans), String(transactions)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const settings = JSON.parse(String(line));
  const address = new URL('/__control', settings.baseUrl);
  return {
    ...settings,
    kind,
    control: async (order) => (await fetch(address, { method: 'POST', body: JSON.stringify(order) })).json(),
    stop: () => child.kill('SIGTERM'),
  };
}
