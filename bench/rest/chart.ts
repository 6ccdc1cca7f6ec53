import { TITLES } from './compared-servers.js';
import { type Measured, ratioTo } from './measured.js';
import { scenario } from './scenarios.js';
import { NONE, whole } from './table.js';

const WIDTH = 760;
const BAR_FROM = 190;
const BAR_TO = 630;
const FIGURES_FROM = 645;
const ROW_HEIGHT = 20;
const BAR_HEIGHT = 14;
const HEADING_HEIGHT = 34;
/** The dashed line. */
const BASE = 'express';

/** Colours for light and dark. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .heading { font-weight: 600 }
  .bar { fill: #8c959f }
  .product, .graphql, .apart { fill: #0969da }
  .line { stroke: #1f2328; stroke-dasharray: 3 3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .bar { fill: #7d8590 }
    .product, .graphql, .apart { fill: #4493f8 }
    .line { stroke: #e6edf3 }
  }
`;

/** An SVG with a bar for each server and scenario: its requests a second, as a share of Express by hand. */
export function chart(measured: readonly Measured[]): string {
  const bars = measured.map((each) => ({ ...each, ratio: ratioTo(BASE, each, measured) }));
  const width = (BAR_TO - BAR_FROM) / Math.max(1, ...bars.map(({ ratio = 0 }) => ratio));
  const parts: string[] = [];
  let bottom = 0;
  for (const id of new Set(measured.map((each) => each.scenario))) {
    parts.push(text(0, bottom + HEADING_HEIGHT - 10, scenario(id).title, 'heading'));
    bottom += HEADING_HEIGHT;
    for (const { server, figures, ratio = 0 } of bars.filter((bar) => bar.scenario === id)) {
      const base = bottom + BAR_HEIGHT - 2;
      const shown = figures === undefined ? NONE : `${whole(figures.perSecond)}/s, ${ratio.toFixed(2)}`;
      const length = (ratio * width).toFixed(1);
      parts.push(
        text(0, base, TITLES[server]),
        `<rect class="bar ${server}" x="${BAR_FROM}" y="${bottom}" width="${length}" height="${BAR_HEIGHT}"/>`,
        text(FIGURES_FROM, base, shown),
      );
      bottom += ROW_HEIGHT;
    }
  }
  const at = (BAR_FROM + width).toFixed(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 4}" role="img">
<title>Requests a second, as a share of Express and pg by hand (the dashed line)</title>
<style>${STYLE}</style>
<path class="line" d="M${at} ${HEADING_HEIGHT / 2}V${bottom}"/>
${parts.join('\n')}
</svg>
`;
}

function text(x: number, y: number, content: string, className?: string): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text${className === undefined ? '' : ` class="${className}"`} x="${x}" y="${y}">${escaped}</text>`;
}
