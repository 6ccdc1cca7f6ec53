import type { Request } from 'express';
import { type ConstValueNode, Kind, parse, type ValueNode, valueFromASTUntyped, visit } from 'graphql';
import { z } from 'zod';
import { isCardNumberWithin } from '../core/cards/card-numbers-in-text.js';
import { refuseCardData } from '../core/http/card-data-by-member-name.js';

const withDocument = z.object({ query: z.string() });

/**
 * Card data belongs to the secure host. Refuses a graph request that contains card data under a recognizable name, in
 * any variable or literal, in its body or its URL: otherwise a validation error would repeat it.
 *
 * @throws {Problem} `card_data_refused`
 */
export function refuseCards({ body, url }: Pick<Request, 'body' | 'url'>): void {
  refuseCardData(body);
  refuseCardLiterals(withDocument.safeParse(body).data?.query);
  if (!url.includes('?')) return;
  for (const [name, value] of new URLSearchParams(url.slice(url.indexOf('?') + 1))) {
    refuseCardData({ [name]: value });
    if (name === 'query') refuseCardLiterals(value);
    else refuseCardData(json(value));
  }
}

function refuseCardLiterals(document: string | undefined): void {
  if (document === undefined || !isCardNumberWithin(document)) return;
  for (const [name, value] of literalsOf(document)) refuseCardData({ [name]: value });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // left for the next reader to refuse
  }
}

function literalsOf(document: string): readonly (readonly [string, unknown])[] {
  const found: (readonly [string, unknown])[] = [];
  const keep = (name: string, value: ValueNode | ConstValueNode | undefined) => {
    if (value !== undefined)
      found.push([name, value.kind === Kind.INT ? Number(value.value) : valueFromASTUntyped(value)]);
  };
  try {
    visit(parse(document, { maxTokens: MOST_TOKENS }), {
      // Checked with everything inside it: checking each nested field separately would take time quadratic in the
      // depth.
      Argument: ({ name, value }) => keep(name.value, value),
      VariableDefinition: ({ variable, defaultValue }) => keep(variable.name.value, defaultValue),
    });
  } catch {
    // Left for the next reader to refuse.
  }
  return found;
}

/** Longer documents are refused anyway. */
const MOST_TOKENS = 10_000;
