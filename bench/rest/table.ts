import { markdownTable } from '../support/figures.js';
import { TITLES } from './compared-servers.js';
import { type Figures, type Measured, ratioTo } from './measured.js';
import { scenario } from './scenarios.js';

/** Shown where a server has no such figure. */
export const NONE = '–';

const HEAD = [
  '',
  'server',
  'requests/s',
  '× Express',
  'server, µs',
  'Postgres, µs',
  'p50 ms',
  'p99 ms',
  'disk sync p99 ms',
];
const ALIGN = ['---', '---', ...HEAD.slice(2).map(() => '--:')];

/** One row for each scenario and server. */
export function figuresTable(measured: readonly Measured[]): string {
  return markdownTable(
    HEAD,
    measured.map((each) => {
      const ratio = ratioTo('express', each, measured);
      const shown = each.figures === undefined ? HEAD.slice(4).map(() => NONE) : cells(each.figures);
      const rate = each.figures === undefined ? NONE : whole(each.figures.perSecond);
      return [scenario(each.scenario).title, TITLES[each.server], rate, ratio?.toFixed(2) ?? NONE, ...shown];
    }),
    ALIGN,
  );
}

function cells(figures: Figures): readonly string[] {
  const { serverMicroseconds, postgresMicroseconds, p50Ms, p99Ms, failed, diskSyncP99Ms } = figures;
  return [
    optional(serverMicroseconds, whole),
    optional(postgresMicroseconds, whole),
    milliseconds(p50Ms),
    `${milliseconds(p99Ms)}${failed > 0 ? ` (${failed} failed)` : ''}`,
    optional(diskSyncP99Ms, milliseconds),
  ];
}

function optional(value: number | undefined, text: (value: number) => string): string {
  return value === undefined ? NONE : text(value);
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(1) : whole(value);
}
