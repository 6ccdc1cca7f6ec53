import { type ConstValueNode, Kind, parse, type ValueNode, valueFromASTUntyped, visit } from 'graphql';
import { looksLikeCardNumber } from '../core/contract/card-number.js';
import { refuseCardData } from '../core/http/card-data.js';

/**
 * Refuses a document in which a card's number is written out under a name that says so: validation would answer it.
 *
 * @throws {Problem} `card_data_refused`
 */
export function refuseCardLiterals(document: unknown): void {
  if (typeof document !== 'string' || !looksLikeCardNumber(document)) return;
  for (const [name, value] of literalsOf(document)) refuseCardData({ [name]: value });
}

function literalsOf(document: string): readonly (readonly [string, unknown])[] {
  const found: (readonly [string, unknown])[] = [];
  const keep = (name: string, value: ValueNode | ConstValueNode | undefined) => {
    if (value !== undefined)
      found.push([name, value.kind === Kind.INT ? Number(value.value) : valueFromASTUntyped(value)]);
  };
  try {
    visit(parse(document, { maxTokens: MOST_TOKENS }), {
      Argument: ({ name, value }) => keep(name.value, value),
      ObjectField: ({ name, value }) => keep(name.value, value),
      VariableDefinition: ({ variable, defaultValue }) => keep(variable.name.value, defaultValue),
    });
  } catch {
    // For whoever reads it next to refuse.
  }
  return found;
}

/** Longer documents are refused anyway. */
const MOST_TOKENS = 10_000;
