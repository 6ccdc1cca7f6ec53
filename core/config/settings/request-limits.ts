import { positive, wholeNumberSetting } from '../setting-schemas.js';

/** Limits of requests and of GraphQL operations. */
export const REQUEST_LIMITS = {
  BODY_LIMIT_BYTES: positive(
    1_048_576,
    'Largest request body that the base host reads; most operations have a far lower limit, set by their fields.',
  ),
  BOARDING_MAX_BYTES: wholeNumberSetting(1_024, 1_099_511_627_776)
    .default(536_870_912)
    .describe(
      'Largest portfolio file that can be boarded: 100,000 loans with twenty transactions each take half of that. It is processed as it arrives, and never held in memory.',
    ),
  GRAPHQL_BODY_LIMIT_BYTES: positive(1_048_576, 'Largest request body that the GraphQL server reads.'),
  WEBHOOK_BODY_LIMIT_BYTES: wholeNumberSetting(1, 5_242_880) // parts pass each other no larger bodies
    .default(5_242_880)
    .describe('Largest webhook call of an email provider; 5 MB at most.'),
  WEBHOOK_UNSIGNED_BODY_LIMIT_BYTES: positive(
    65_536,
    'Largest webhook call whose sender no header identifies: Mailgun signs inside the body.',
  ),
  WEBHOOK_HELD_BYTES: positive(
    16_777_216,
    'Bytes of large webhook calls that a process holds until their senders are verified; separate for calls that look signed, calls that do not, and callers with a token. Beyond it an incomplete call is dropped, or the new call gets 503 with Retry-After. Calls that announce 64 kB or less have 4 MB more for each group.',
  ),
  WEBHOOK_HELD_BYTES_PER_ADDRESS: positive(
    5_242_880,
    'The same limit for one address (for IPv6 its /64), or for one key; at least one whole call.',
  ),
  WEBHOOK_BODY_TIMEOUT_MS: positive(10_000, 'How long a webhook call may take to arrive; after that it gets 503.'),
  WEBHOOK_UNVERIFIED_PER_MINUTE: positive(
    120,
    'Webhook calls of one address that a process may reject per minute, counted separately for signed calls and others; genuine calls are not counted. Beyond it large calls get 503, unless the address has sent a genuine one within the hour.',
  ),
  GRAPHQL_MAX_TOKENS: positive(2_000, 'Tokens of a GraphQL document, and its fields with fragments expanded.'),
  GRAPHQL_MAX_ROOT_FIELDS: positive(20, 'Root fields of a GraphQL operation.'),
  GRAPHQL_MAX_DEPTH: positive(14, 'Levels of fields in a GraphQL operation.'),
  GRAPHQL_MAX_ALIASES: positive(50, 'Aliases in a GraphQL operation.'),
  GRAPHQL_MAX_DIRECTIVES: positive(50, 'Directives in a GraphQL operation.'),
  GRAPHQL_MAX_COST: positive(
    25_000,
    'Cost of a GraphQL operation: the objects that it may return, with nested pages multiplied, plus the weight of some fields.',
  ),
  GRAPHQL_MAX_VALUES: positive(1_000, 'Values in the variables of a GraphQL operation, at any depth.'),
  GRAPHQL_MAX_ANSWER: positive(10_000_000, 'Characters in the answer to a GraphQL query.'),
};
