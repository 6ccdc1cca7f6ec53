import { describe, expect, it } from 'vitest';
import type { HttpAnswer } from '../http/http-client.js';
import { concernsOneLoan, isAbsence, verdictOf } from './failures.js';

const STORED = { 'x-served-from-cache': 'true' };

describe('Fineract’s answers to a command', () => {
  it.each([
    ['200', answer(200), { kind: 'accepted' }],
    ['200, replayed', answer(200, undefined, STORED), { kind: 'accepted' }],
    [
      'an invalid field',
      failed(400, 'validation.msg.validation.errors.exist', 'validation.msg.loan.transaction.note.exceeds.max.length'),
      { kind: 'refused', reason: 'loan_transaction_note_exceeds_max_length' },
    ],
    [
      'the external id is taken',
      failed(
        400,
        'validation.msg.validation.errors.exist',
        'validation.msg.loan.transaction.externalId.value.must.be.unique',
      ),
      { kind: 'duplicate' },
    ],
    ['a database constraint is violated', failed(403, 'error.msg.unknown.data.integrity.issue'), { kind: 'duplicate' }],
    [
      'a field unknown to this server',
      failed(400, 'validation.msg.validation.errors.exist', 'error.msg.parameter.unsupported'),
      { kind: 'misconfigured', code: 'error.msg.parameter.unsupported' },
    ],
    ['no credentials, with any message', answer(401), { kind: 'misconfigured', code: 'error.msg.not.authenticated' }],
    [
      'an unknown tenant',
      failed(400, 'error.msg.invalid.tenant.identifier'),
      { kind: 'misconfigured', code: 'error.msg.invalid.tenant.identifier' },
    ],
    [
      'no permission',
      failed(403, 'error.msg.not.authorized', 'error.msg.not.authorized'),
      { kind: 'misconfigured', code: 'error.msg.not.authorized' },
    ],
    [
      'no permission, replayed: it may have been granted since',
      failed(403, 'error.msg.not.authorized', 'error.msg.not.authorized', STORED),
      { kind: 'replayed_failure' },
    ],
    [
      'a business rule',
      failed(403, 'validation.msg.domain.rule.violation', 'error.msg.loan.transaction.cannot.be.a.future.date'),
      { kind: 'refused', reason: 'loan_transaction_cannot_be_a_future_date' },
    ],
    [
      'unknown loan',
      failed(404, 'error.msg.resource.not.found', 'error.msg.loan.id.invalid'),
      { kind: 'refused', reason: 'loan_id_invalid' },
    ],
    ['a proxy’s 404', answer(404), { kind: 'unknown' }],
    ['locked by close of business', failed(409, 'error.msg.loan.locked'), { kind: 'busy' }],
    ['a concurrent change', failed(409, 'error.msg.platform.service.lock.conflict'), { kind: 'busy' }],
    [
      'a concurrent change, replayed',
      failed(409, 'error.msg.platform.service.lock.conflict', undefined, STORED),
      { kind: 'replayed_failure' },
    ],
    ['in progress', answer(425, { transactionDate: '2026-11-20' }, STORED), { kind: 'unknown' }],
    ['in progress, as documented', answer(409, { transactionDate: '2026-11-20' }, STORED), { kind: 'unknown' }],
    ['an internal error', failed(500, 'error.msg.platform.server.side.error'), { kind: 'unknown' }],
    [
      'an internal error, replayed',
      failed(500, 'error.msg.platform.server.side.error', undefined, STORED),
      { kind: 'replayed_failure' },
    ],
    ['a proxy’s 502', answer(502), { kind: 'unknown' }],
    ['a temporary 503', failed(503, 'error.msg.platform.service.unavailable', 'error.msg.busy'), { kind: 'unknown' }],
    ...[
      'loan.written.off.update',
      'loan.transfer.transaction.update',
      'loan.transaction.update',
      'loan.chargeback.operation',
    ].map(
      (what) =>
        [
          `a permanent 503: ${what}`,
          failed(503, 'error.msg.platform.service.unavailable', `error.msg.${what}.not.allowed`),
          { kind: 'refused', reason: `${what}.not.allowed`.replaceAll('.', '_') },
        ] as const,
    ),
    [
      'a permanent 503, replayed',
      failed(503, 'error.msg.platform.service.unavailable', 'error.msg.loan.written.off.update.not.allowed', STORED),
      { kind: 'replayed_failure' },
    ],
    [
      'a business rule, replayed: it may not apply any more',
      failed(403, 'validation.msg.domain.rule.violation', 'error.msg.loan.transaction.cannot.be.a.future.date', STORED),
      { kind: 'replayed_failure' },
    ],
    [
      'the external id was taken, replayed',
      failed(400, 'validation.msg.validation.errors.exist', 'validation.msg.externalId.value.must.be.unique', STORED),
      { kind: 'replayed_failure' },
    ],
    ['a code without a name', failed(403, '...'), { kind: 'refused', reason: 'refused_by_loan_system' }],
  ] as const)('%s', (_, given, expected) => {
    expect(verdictOf(given)).toEqual(expected);
  });

  it.each([
    ['a business rule', failed(403, 'error.msg.loan.transaction.cannot.be.a.future.date'), true],
    ['a lock', failed(409, 'error.msg.loan.locked'), true],
    ['unknown loan', failed(404, 'error.msg.resource.not.found', 'error.msg.loan.id.invalid'), true],
    ['no permission', failed(403, 'error.msg.not.authorized'), false],
    ['no credentials', answer(401), false],
    ['a proxy’s page', answer(404), false],
    ['in progress', answer(425, {}), false],
    ['too many requests', failed(429, 'error.msg.too.many'), false],
    ['an internal error', failed(500, 'error.msg.platform.server.side.error'), false],
    ['a permanent 503', failed(503, 'error.msg.loan.written.off.update.not.allowed'), false],
  ])('to a read, %s leaves the system well: %#', (_, given, isWell) => {
    expect(concernsOneLoan(given)).toBe(isWell);
  });

  it('treats a read as absent only by Fineract’s own error code for the requested object', () => {
    const what = /^error\.msg\.loan\.transaction\.external\.id\.invalid$/;
    const says = (given: HttpAnswer) => isAbsence(given, what);
    expect(says(failed(404, 'error.msg.resource.not.found', 'error.msg.loan.transaction.external.id.invalid'))).toBe(
      true,
    );
    expect(says(failed(404, 'error.msg.resource.not.found', 'error.msg.loan.id.invalid'))).toBe(false);
    expect(says(failed(403, 'error.msg.resource.not.found', 'error.msg.loan.transaction.external.id.invalid'))).toBe(
      false,
    );
    expect(says(answer(404))).toBe(false);
    expect(says(answer(200))).toBe(false);
  });
});

function answer(status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { kind: 'answered', status, headers, body };
}

function failed(status: number, outer: string, inner?: string, headers?: Readonly<Record<string, string>>): HttpAnswer {
  const errors = inner === undefined ? [] : [{ userMessageGlobalisationCode: inner, parameterName: 'id' }];
  return answer(status, { userMessageGlobalisationCode: outer, errors }, headers);
}
