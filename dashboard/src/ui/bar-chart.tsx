import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';

/**
 * A part of a bar. `level` is its color: the usual one, a secondary one, worse from 1 to 5, or one of several groups.
 */
export interface Segment {
  readonly key: string;
  readonly value: number;
  readonly level: Level;
  /** The rows that this part sums. */
  readonly link?: LinkProps;
  /** The part as text: `30–59 days, Oct 31: $28,393.28, 2 loans`. */
  readonly description: string;
}

export type Level = 'main' | 'beside' | 1 | 2 | 3 | 4 | 5 | `part-${1 | 2 | 3 | 4 | 5}`;

export interface Bar {
  readonly key: string;
  /** The label below the bar, where there is room. */
  readonly tick: string;
  readonly segments: readonly Segment[];
}

interface BarChartProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly legend?: readonly { readonly level: Level; readonly name: string }[];
  /** A short value for the scale: `$40k`. */
  readonly short: (value: number) => string;
  /** The text above the chart while no bar is pointed at. */
  readonly summary: ReactNode;
  /** Every how many bars there is a tick. */
  readonly tickEvery?: number;
}

/** Bars that open their rows. The text above describes the bar under the pointer or with the keyboard focus. */
export function BarChart({ label, bars, legend, short, summary, tickEvery = 1 }: BarChartProps) {
  const [pointedAt, setPointedAt] = useState<string>();
  const top = niceTop(Math.max(0, ...bars.map(totalOf)));
  return (
    <figure className="chart">
      <figcaption>
        <span className="caption">{pointedAt ?? summary}</span>
      </figcaption>
      <div className="plot">
        <span className="scale" aria-hidden="true">
          <span>{short(top)}</span>
          <span>{short(top / 2)}</span>
          <span>{short(0)}</span>
        </span>
        <ol
          aria-label={label}
          {...(tickEvery > 1 && { 'data-ticks': 'few' })}
          onMouseLeave={() => setPointedAt(undefined)}
        >
          {bars.map((bar, at) => (
            <li key={bar.key}>
              <div className="column">
                {bar.segments
                  .filter(({ value }) => value > 0)
                  .map((segment) => (
                    <Part
                      key={segment.key}
                      segment={segment}
                      share={segment.value / top}
                      isWhole={bar.segments.length === 1}
                      onPoint={() => setPointedAt(segment.description)}
                    />
                  ))}
              </div>
              <span className="tick" aria-hidden="true">
                {(bars.length - 1 - at) % tickEvery === 0 ? bar.tick : ''}
              </span>
            </li>
          ))}
        </ol>
      </div>
      {legend && legend.length > 0 && (
        <p className="legend">
          {legend.map(({ level, name }) => (
            <span key={name} data-level={level}>
              {name}
            </span>
          ))}
        </p>
      )}
    </figure>
  );
}

interface PartProps {
  readonly segment: Segment;
  readonly share: number;
  readonly isWhole: boolean;
  readonly onPoint: () => void;
}

function Part({ segment: { level, link, description }, share, onPoint }: PartProps) {
  // The policy forbids style attributes in the document; a property set by a script is allowed.
  const style = { height: `${share * 100}%` };
  const pointed = { onMouseEnter: onPoint, onFocus: onPoint };
  if (link === undefined) {
    return <span role="img" aria-label={description} className="part" data-level={level} style={style} {...pointed} />;
  }
  return <Link {...link} aria-label={description} className="part" data-level={level} style={style} {...pointed} />;
}

function totalOf({ segments }: Bar): number {
  return segments.reduce((sum, { value }) => sum + value, 0);
}

/** The next of 1, 2, 4, 5, 8, 10 times a power of ten, so that half of it is round too. */
export function niceTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 4, 5, 8, 10].find((step) => step * power >= most) ?? 10) * power;
}
