import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chart } from './chart.js';
import type { Figures, Measured } from './measured.js';
import { withFigures } from './performance-page.js';
import { figuresTable } from './table.js';

const figures = (perSecond: number, others: Partial<Figures> = {}): Figures => ({
  perSecond,
  serverMicroseconds: 205.4,
  postgresMicroseconds: undefined,
  p50Ms: 1.94,
  p99Ms: 23.2,
  failed: 0,
  diskSyncP99Ms: undefined,
  ...others,
});
const MEASURED: readonly Measured[] = [
  { scenario: 'payment_by_id', server: 'express', figures: figures(2_000) },
  { scenario: 'payment_by_id', server: 'product', figures: figures(3_000) },
  { scenario: 'record_payment', server: 'express', figures: figures(400, { failed: 2, diskSyncP99Ms: 0.31 }) },
  { scenario: 'record_payment', server: 'prisma', figures: undefined },
];

it('shows ratios to Express, failures, and a dash for what a server does not have', () => {
  expect(figuresTable(MEASURED).split('\n').slice(2, -1)).toEqual([
    '| GET /v1/payments/{id} | Express + pg by hand | 2,000 | 1.00 | 205 | – | 1.9 | 23 | – |',
    '| GET /v1/payments/{id} | Tributary, one process | 3,000 | 1.50 | 205 | – | 1.9 | 23 | – |',
    '| POST /v1/accounts/{id}/payments | Express + pg by hand | 400 | 1.00 | 205 | – | 1.9 | 23 (2 failed) | 0.3 |',
    '| POST /v1/accounts/{id}/payments | Express + Prisma by hand | – | – | – | – | – | – | – |',
  ]);
});

it('shows no ratio in a run without Express', () => {
  const product = MEASURED.slice(1, 2);
  expect(figuresTable(product)).toContain('| 3,000 | – | 205 |');
  expect(chart(product)).toContain('3,000/s');
});

describe('the chart', () => {
  const svg = chart(MEASURED);
  const widths = [...svg.matchAll(/<rect class="bar \w+" x="\d+" y="\d+" width="([\d.]+)"/g)].map(([, width]) =>
    Number(width),
  );

  it('has a bar for each server, as long as its ratio to Express in the same scenario', () => {
    const [express = 0, product = 0, record = 0, prisma] = widths;
    expect(product / express).toBeCloseTo(1.5);
    expect([record, prisma]).toEqual([express, 0]);
  });

  it('names the rates and ratios, and a dash', () => {
    expect([...svg.matchAll(/<text x="[\d.]+" y="\d+">([^<A-Z]+)</g)].map(([, text]) => text)).toEqual([
      '2,000/s, 1.00',
      '3,000/s, 1.50',
      '400/s, 1.00',
      '–',
    ]);
  });

  it('has colours for dark pages', () => {
    expect(svg).toContain('prefers-color-scheme: dark');
  });
});

describe('the page', () => {
  const page = readFileSync('docs/performance.md', 'utf8');

  it('has a place for the figures, and keeps everything else', () => {
    const written = withFigures(page, MEASURED, ['Measured today.']);
    expect(written).toContain('Measured today.\n\n|  | server |');
    expect(written).toContain('(performance.svg)');
    const kept = page.slice(0, page.indexOf('<!--'));
    expect(written.startsWith(kept)).toBe(true);
    expect(withFigures(written, MEASURED, ['Measured today.'])).toBe(written);
  });

  it('without that place is refused', () => {
    expect(() => withFigures('# Performance', MEASURED, [])).toThrow('no place');
  });
});
