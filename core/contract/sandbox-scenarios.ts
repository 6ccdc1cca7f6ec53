import { z } from 'zod';

const errorCode = z.string().nullable().describe('`detail.error_code` of a refusal; otherwise null.');
const reason = z.string().nullable().describe('`detail.reason` of that refusal, if it has one.');
const httpStatus = z.int().min(200).max(599).describe('The status of the first answer.');

const postingOutcome = z.object({
  http_status: httpStatus,
  status: z.string().nullable().describe('`status` of the payment in that answer; null for a refusal.'),
  error_code: errorCode,
  reason,
  settles_to: z.string().nullable().describe('The `status` some seconds later; null if it does not change.'),
});
export type PostingScenarioOutcome = z.infer<typeof postingOutcome>;

const sandboxAccount = z.object({
  name: z.string().describe('The name of its constant in the SDK.'),
  external_contract_number: z.string().describe('The value by which the account is found.'),
  description: z.string().describe('What happens, in Markdown.'),
  payment: postingOutcome.describe('The answer to recording a payment on it.'),
  reversal: postingOutcome.nullable().describe('The answer to reversing such a payment; null if none is ever posted.'),
});
export type SandboxAccountScenario = z.infer<typeof sandboxAccount>;

const testCard = z.object({
  name: z.string().describe('The name of its constant in the SDK.'),
  number: z
    .string()
    .regex(/^\d{16}$/)
    .describe('A test number: no bank has issued it.'),
  description: z.string().describe('What happens, in Markdown.'),
  capture: z
    .object({ http_status: httpStatus, error_code: errorCode, reason })
    .describe('The answer to storing it at the secure host.'),
  charge: z
    .object({
      succeeds: z.boolean().describe('Whether the charge succeeds.'),
      answer_lost: z
        .boolean()
        .describe(
          'Whether the processor’s answer is lost: the run stays `charging` until a check finds the outcome, seconds later.',
        ),
      run_status: z.string().describe('The run’s status on its date: `posted`, `retrying` or `failed`.'),
      afterwards: z
        .string()
        .nullable()
        .describe('`dispute_lost`, `dispute_won`, `inquiry` or `refunded`, a minute or more later; null: nothing.'),
    })
    .nullable()
    .describe('The result of each autopay charge; null if the card is not stored.'),
});
export type TestCardScenario = z.infer<typeof testCard>;

/** Every special behaviour of the sandbox, by the input that triggers it. */
export const sandboxScenarios = z.object({
  accounts: z.array(sandboxAccount).describe('Test accounts: each sandbox organization has one of each.'),
  cards: z.array(testCard).describe('Test cards; use any security code and a future month.'),
});
export type SandboxScenarios = z.infer<typeof sandboxScenarios>;
