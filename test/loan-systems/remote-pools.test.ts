import { expect, it } from 'vitest';
import { LOAN_SYSTEM_KINDS } from '../../connectors/loan-systems/kinds.js';
import { MOST_AT_ONCE } from '../../connectors/loan-systems/remote-kind.js';
import { createLogger } from '../../core/logging/logger.js';
import { systemClock } from '../../core/time/clock.js';
import { openStandIn, REMOTE_KINDS } from '../support/remote-stand-ins.js';

it.each(REMOTE_KINDS)('%s › a sync that uses all of its connections leaves those of payments free', async (kind) => {
  const standIn = await openStandIn(kind);
  const { baseUrl, settings, secretEnv, environment } = standIn;
  const opened = LOAN_SYSTEM_KINDS[kind]?.open(
    { code: kind, kind, baseUrl, settings, secretEnv },
    {
      secretOf: (variable) => environment[variable],
      timeoutMs: 30_000,
      clock: systemClock,
      logger: createLogger('silent', 'test'),
    },
  );
  if (opened === undefined || !('system' in opened)) throw new Error('not opened');
  const externalId = standIn.makeLoan(100_000);
  standIn.faults.always('loan', 'hang');
  const held = Array.from({ length: MOST_AT_ONCE }, () => opened.system.source?.loan(externalId));
  await expect.poll(() => standIn.faults.count('loan')).toBe(MOST_AT_ONCE);
  standIn.faults.clear();

  const loan = { organizationId: 'organization', accountId: 'account', externalId };
  expect(await opened.system.quotePayoff(loan)).toMatchObject({ kind: 'answered', value: { payoffCents: 100_000 } });
  await opened.close();
  expect(await Promise.all(held)).toEqual(Array(MOST_AT_ONCE).fill({ kind: 'unavailable' }));
  await standIn.close();
});
