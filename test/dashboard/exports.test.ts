import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remoteExports } from '../../gateway/remote-exports.js';
import { localBoardings } from '../../runtime/assembly/boarding-uploads.js';
import { localListExports } from '../../runtime/assembly/list-exports.js';
import { rateLimits } from '../../runtime/assembly/rate-limits.js';
import { remoteParts } from '../../runtime/assembly/remote-parts.js';
import { gatewayPart } from '../../runtime/parts/gateway-host-parts.js';
import type { HostPart } from '../../runtime/parts/host-part.js';
import { reportingPart } from '../../runtime/parts/subgraphs/reporting-part.js';
import type { Api } from '../support/api.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { demoSession } from '../support/demo-session.js';
import { operatorToken } from '../support/operators.js';
import { deployedParts } from '../support/part-keys.js';
import { pdfPages } from '../support/pdf-text.js';

/* `GET /exports/{code}` on the gateway's host: reports as files for operators signed in to the dashboard. */

let demo: DemoInstance;
let api: Api;
let origin: string;
let reporting: HostPart;
let apart: HostPart;
let organizations: readonly string[];

beforeAll(async () => {
  demo = await openDemoInstance(deployedParts().settingsOf('rest'), { isDemo: true });
  const { resources, gateway } = demo.instance;
  origin = new URL(demo.instance.graphqlUrl).origin;
  organizations = demo.organizationIds;
  api = await demo.api(organizations);
  reporting = reportingPart(resources, 0);
  await reporting.start();
  const exports = remoteExports(`http://127.0.0.1:${reporting.port}`, remoteParts(resources));
  apart = gatewayPart(
    { ...resources, config: { ...resources.config, GRAPHQL_PORT: 0 } },
    gateway,
    rateLimits(resources, false),
    { exports, lists: localListExports(resources), boardings: localBoardings(resources) },
  );
  await apart.start();
}, 300_000);
afterAll(async () => {
  await apart.stop(500);
  await reporting.stop(500);
  await demo.instance.close();
});

async function signedIn(role: 'viewer' | 'operator' | 'admin') {
  const { cookie, token } = await demoSession(origin, role);
  return { cookie, 'x-csrf-token': token };
}

const read = async (path: string, headers: Readonly<Record<string, string>>, host = origin) => {
  const answer = await fetch(`${host}/exports/${path}`, { headers: { ...headers } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

const codeOf = ({ text }: { readonly text: string }) => JSON.parse(text).detail.error_code;

describe('GET /exports/{code}', () => {
  it.each(['together', 'apart'])('a code with a path in it is not a report, gateway and reporting %s', async (way) => {
    const token = await operatorToken(demo.instance.resources, { subject: 'ola', role: 'operator' });
    const door = way === 'together' ? origin : `http://127.0.0.1:${apart.port}`;
    for (const code of [
      'zzz',
      '..%2Fgraphql',
      'crr%3Fto=2026-01-01',
      'crr%23',
      '%2e%2e%2Fgraphql',
      'CRR',
      'constructor',
    ]) {
      const answer = await read(code, { authorization: `Bearer ${token}` }, door);
      expect([code, answer.status, codeOf(answer)]).toEqual([code, 404, 'report_not_found']);
    }
  });

  it.each(['crr', 'dr', 'abr'])(
    '%s is the same file as on the REST host, also for a viewer with a session',
    async (code) => {
      const range = code === 'crr' ? 'from=2026-10-01&to=2026-10-31' : 'to=2026-10-31';
      const rest = await fetch(`${demo.instance.baseUrl}/reports/${code}?${range}`, {
        headers: { authorization: `Bearer ${api.token}`, accept: 'text/csv' },
      });
      const file = await read(`${code}?${range}`, await signedIn('viewer'));
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(file.headers.get('content-disposition')).toMatch(
        new RegExp(`^attachment; filename="${code}-.*2026-10-31[.]csv"$`),
      );
      expect(file.text).toBe(await rest.text());
      expect(file.text.split('\n').length).toBeGreaterThan(3);
    },
  );

  it.each(['together', 'apart'])(
    'is filtered by lender and bucket, for an operator with a token, gateway and reporting %s',
    async (way) => {
      const [organizationId = ''] = organizations;
      const token = await operatorToken(demo.instance.resources, { subject: 'ola', role: 'operator' });
      const host = way === 'together' ? origin : `http://127.0.0.1:${apart.port}`;
      const headers = { authorization: `Bearer ${token}` };
      const rows = async (more: string) =>
        (await read(`abr?to=2026-10-31${more}`, headers, host)).text.trim().split('\n').slice(1);
      const all = await rows('');
      const own = await rows(`&organization_id=${organizationId}`);
      expect(own).toEqual(all.filter((row) => row.includes(organizationId)));
      expect(own.length).toBeLessThan(all.length);
      const current = await rows(`&organization_id=${organizationId}&bucket=current`);
      expect(current.length).toBeGreaterThan(0);
      expect(current.length).toBeLessThan(own.length);
    },
  );

  it('writes an audit entry before its first byte: operator, report, dates, lender', async () => {
    const [organizationId = ''] = organizations;
    await read(`wor?from=2026-01-01&organization_id=${organizationId}`, await signedIn('operator'));
    const { rows } = await demo.instance.resources.pool.query(
      "select actor, subject, after from audit_log where action = 'report.export' order by id desc limit 1",
    );
    expect(rows[0]).toMatchObject({
      actor: expect.stringContaining('demo-operator'),
      subject: 'wor',
      after: { from: '2026-01-01', to: null, organization_ids: [organizationId] },
    });
  });

  it('refuses missing credentials, foreign origins, unknown reports, parameters and dates, and a lender out of scope', async () => {
    const session = await signedIn('viewer');
    const bound = await operatorToken(demo.instance.resources, {
      subject: 'bo',
      role: 'operator',
      organizationIds: [organizations[0] ?? ''],
    });
    const refused = [
      await read('crr', {}),
      await read('crr', { cookie: session.cookie }),
      await read('zzz', session),
      await read('crr?from=yesterday', session),
      await read(`crr?organization_id=${organizations[1]}`, { authorization: `Bearer ${bound}` }),
    ];
    expect(refused.map((answer) => [answer.status, codeOf(answer)])).toEqual([
      [401, 'missing_token'],
      [403, 'csrf_token_invalid'],
      [404, 'report_not_found'],
      [400, 'invalid_date_range'],
      [403, 'organization_out_of_scope'],
    ]);
    const unknown = await read('crr?limit=3', session);
    expect([unknown.status, JSON.parse(unknown.text).detail[0].loc]).toEqual([422, ['query', 'limit']]);
  });
});

describe('GET /exports/payoff-letters/{account_id}', () => {
  const letter = async (accountId: string, headers: Readonly<Record<string, string>>, query = '') => {
    const answer = await fetch(`${origin}/exports/payoff-letters/${accountId}${query}`, { headers: { ...headers } });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const owing = async (organizationId: string) => {
    const { rows } = await demo.instance.resources.pool.query<{ id: string }>(
      "select id from account where organization_id = $1 and status_code = 'active' and loan_system_code = 'ledger' order by id limit 1",
      [organizationId],
    );
    return rows[0]?.id ?? '';
  };

  it('is the same letter as on the REST host, with a session and with a token', async () => {
    const accountId = await owing(organizations[0] ?? '');
    const rest = await fetch(`${demo.instance.baseUrl}/accounts/${accountId}/payoff-letter?on=2026-11-20`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    const own = Buffer.from(await rest.arrayBuffer());
    const token = await operatorToken(demo.instance.resources, { subject: 'ola', role: 'agent' });
    for (const headers of [await signedIn('operator'), { authorization: `Bearer ${token}` }]) {
      const answer = await letter(accountId, headers, '?on=2026-11-20');
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
        ...[200, 'application/pdf', `attachment; filename="payoff-${accountId}-2026-11-20.pdf"`],
      ]);
      expect((await pdfPages(answer.bytes)).join()).toBe((await pdfPages(own)).join());
    }
  });

  it('is refused to a viewer: it contains the borrower’s postal address', async () => {
    const answer = await letter(await owing(organizations[0] ?? ''), await signedIn('viewer'));
    expect([answer.status, answer.bytes.toString()]).toEqual([403, expect.stringContaining('insufficient_scope')]);
  });

  it('writes an audit entry before its first byte, and none when there is no letter', async () => {
    const accountId = await owing(organizations[0] ?? '');
    const entries = async () =>
      (
        await demo.instance.resources.pool.query(
          "select actor, subject, after from audit_log where action = 'payoff_letter.export' order by id",
        )
      ).rows;
    const before = (await entries()).length;
    await letter(accountId, await signedIn('operator'));
    await letter('01KAJ4Z6T3N8QW2V5X7Y9B1CDE', await signedIn('operator'));
    const after = await entries();
    expect(after.length).toBe(before + 1);
    expect(after.at(-1)).toMatchObject({
      ...{ actor: expect.stringContaining('demo-operator'), subject: accountId },
      after: { on: '2026-11-18' },
    });
  });

  it('refuses missing credentials, foreign origins and bad dates; a loan out of scope is refused like a missing one', async () => {
    const [own = '', foreign = ''] = organizations;
    const session = await signedIn('viewer');
    const bound = await operatorToken(demo.instance.resources, {
      subject: 'bo',
      role: 'admin',
      organizationIds: [own],
    });
    const accountId = await owing(foreign);
    const answers = [
      await letter(accountId, {}),
      await letter(accountId, { cookie: session.cookie }),
      await letter(accountId, { authorization: `Bearer ${bound}` }),
      await letter('nothing', { authorization: `Bearer ${bound}` }),
      await letter(accountId, session, '?on=tomorrow'),
      await letter(accountId, session, '?on=2027-06-01'),
    ];
    expect(answers.map(({ status, bytes }) => [status, JSON.parse(String(bytes)).detail.error_code])).toEqual([
      [401, 'missing_token'],
      [403, 'csrf_token_invalid'],
      [404, 'account_not_found'],
      [404, 'account_not_found'],
      [422, undefined],
      [422, undefined],
    ]);
  });
});
