import { createServer } from 'node:net';
import { context, propagation, trace } from '@opentelemetry/api';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Collector, openCollector } from '../../test/support/collector.js';
import { silent } from '../../test/support/identity.js';
import { exportTraces } from './exporting.js';
import { metrics } from './metrics.js';
import { traced, tracedCall, tracedRequest, traceOfLine } from './traced.js';

let collector: Collector;
beforeEach(async () => {
  collector = await openCollector();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const part of [trace, propagation, context]) part.disable();
  await collector.close();
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const request = (traceFlags: string, url = '/v1/accounts') => ({
  request: { method: 'GET', url, headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-${traceFlags}` } },
  requestId: 'caller-42',
  route: { path: '/v1/accounts' },
});

describe('export of traces', () => {
  it('goes to the collector’s full address, with the resource of the standard variables', async () => {
    vi.stubEnv('OTEL_SERVICE_NAME', 'mine');
    vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=prod');
    const traces = await exportTraces(`${collector.url}/otlp/base/`, 'tributary-rest', silent);
    await tracedRequest(request('01'), false, async () => 200);
    await traces.stop();
    expect([...collector.paths]).toEqual(['/otlp/base/v1/traces']);
    expect(collector.spans[0]).toMatchObject({ name: 'GET /v1/accounts', service: 'mine', traceId: TRACE });
    expect(collector.spans[0]?.resource).toMatchObject({ 'deployment.environment.name': 'prod' });
    expect(collector.spans[0]?.resource['service.instance.id']).toEqual(expect.any(String));
  });

  it.each([
    ['parentbased_always_off', '01', 0],
    ['parentbased_always_on', '00', 1],
  ])(
    '%s: an outside caller that sends %s is sampled %i times; an internal caller’s decision is trusted',
    async (sampler, flags, count) => {
      vi.stubEnv('OTEL_TRACES_SAMPLER', sampler);
      const traces = await exportTraces(collector.url, 'tributary', silent);
      await tracedRequest(request(flags), false, async () => 200);
      await tracedRequest({ ...request(flags), route: { path: '/internal' } }, true, async () => 200);
      await traces.stop();
      const names = collector.spans.map(({ name }) => name);
      expect(names.filter((name) => name === 'GET /v1/accounts')).toHaveLength(count);
      expect(names.filter((name) => name === 'GET /internal')).toHaveLength(flags === '01' ? 1 : 0);
    },
  );

  it('exports neither probes nor calls outside a trace; only server errors as errors', async () => {
    const traces = await exportTraces(collector.url, 'tributary', silent);
    const statement = () => tracedCall('health.ping', {}, async () => 1);
    await tracedRequest(request('01', '/readyz'), false, () => statement().then(() => 200));
    await statement();
    for (const status of [422, 503]) await tracedRequest(request('01'), false, async () => status);
    await traced('job', {}, () =>
      tracedCall('lost', {}, () => Promise.reject(Object.assign(new Error('x'), { code: '57P01' }))),
    ).catch(() => undefined);
    await traces.stop();
    expect(collector.spans.map(({ name, status, about }) => [name, status.code === 2, about['error.type']])).toEqual([
      ['GET /v1/accounts', false, undefined],
      ['GET /v1/accounts', true, undefined],
      ['lost', true, '57P01'],
      ['job', true, '57P01'],
    ]);
  });

  it('each log line has the id of its trace', async () => {
    const traces = await exportTraces(collector.url, 'tributary', silent);
    let line: object = {};
    await tracedRequest(request('01'), false, async () => {
      line = traceOfLine();
      return 200;
    });
    await traces.stop();
    expect(line).toEqual({ trace_id: TRACE });
    expect(traceOfLine()).toEqual({});
  });

  it('a collector that never answers does not delay a stop, and the lost spans are logged', async () => {
    const hanging = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => hanging.once('listening', resolve));
    const address = hanging.address();
    const port = address !== null && typeof address !== 'string' ? address.port : 0;
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(line) });
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '600000');
    const traces = await exportTraces(`http://127.0.0.1:${port}`, 'tributary', logger);
    await tracedRequest(request('01'), false, async () => 200);
    await traces.stop();
    expect(lines.join('')).toContain('the last traces were not sent');
    hanging.close();
  });

  it('spans that a collector refuses are counted and logged', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(line) });
    await collector.close();
    const traces = await exportTraces(collector.url, 'tributary', logger);
    await tracedRequest(request('01'), false, async () => 200);
    await traces.stop();
    expect(lines.join('')).toContain('the collector does not accept traces');
    expect(await metrics.metrics()).toContain('tributary_trace_losses_total 1');
  });
});
