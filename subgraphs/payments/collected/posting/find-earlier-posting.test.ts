import { expect, it } from 'vitest';
import { newId } from '../../../../core/ids/ids.js';
import { PostingReferences } from '../../../../core/posting-references/posting-references.js';
import { systemClock } from '../../../../core/time/clock.js';
import type { IsoInstant } from '../../../../core/time/dates.js';
import { posting, ScriptedLoanSystem } from '../../../../test/support/scripted-loan-system.js';
import { findEarlierPosting } from './find-earlier-posting.js';

const postingReferences = new PostingReferences(['the secret of the references of this test']);

it('a system that has an old posting under every reference is not asked for ever: it is unavailable', async () => {
  const [organizationId, accountId] = [newId(), newId()];
  const use = (use: number) => {
    const request = { organizationId, operation: 'record_payment', accountId, key: 'any', use };
    return { request, references: postingReferences.of(request) };
  };
  const asked: string[] = [];
  const findPosting = async (_: object, reference: string) => {
    asked.push(reference);
    return { kind: 'answered', value: { ...posting(), postedAt: '2020-01-01T00:00:00Z' as IsoInstant } } as const;
  };
  const found = findEarlierPosting(
    {
      system: Object.assign(new ScriptedLoanSystem(), { findPosting }),
      references: { after: ({ request }) => use(request.use + 1) },
      clock: systemClock,
    },
    { organizationId, accountId, externalId: '1' },
    'payment',
    use(0),
  );
  expect([await found, new Set(asked).size]).toEqual([{ kind: 'unavailable' }, 100]);
});
