import { z } from 'zod';

const errorCode = z.string().nullable().describe('`detail.error_code` of a refusal; null where there is none.');
const reason = z.string().nullable().describe('`detail.reason` of that refusal, where it has one.');
const httpStatus = z.int().min(200).max(599).describe('The status of the first answer.');

const postingOutcome = z.object({
  http_status: httpStatus,
  status: z.string().nullable().describe('`status` of the payment in that answer; null of a refusal.'),
  error_code: errorCode,
  reason,
  settles_to: z
    .string()
    .nullable()
    .describe('What `status` becomes by itself some seconds later; null where nothing is in doubt.'),
});
export type PostingOutcomeTold = z.infer<typeof postingOutcome>;

const sandboxAccount = z.object({
  name: z.string().describe('Its name among the constants of the SDK.'),
  external_contract_number: z.string().describe('What the account is found by.'),
  description: z.string().describe('What happens, in Markdown.'),
  payment: postingOutcome.describe('What recording a payment on it is answered with.'),
  reversal: postingOutcome
    .nullable()
    .describe('The same of taking such a payment back; null where none is ever posted.'),
});
export type SandboxAccountTold = z.infer<typeof sandboxAccount>;

const testCard = z.object({
  name: z.string().describe('Its name among the constants of the SDK.'),
  number: z
    .string()
    .regex(/^\d{16}$/)
    .describe('A test number: no bank has issued it.'),
  description: z.string().describe('What happens, in Markdown.'),
  capture: z
    .object({ http_status: httpStatus, error_code: errorCode, reason })
    .describe('What storing it at the secure host is answered with.'),
  charge: z
    .object({
      succeeds: z.boolean().describe('Whether the money is taken.'),
      answer_lost: z
        .boolean()
        .describe(
          'Whether the processor’s answer is lost: the run is `charging` until a look has found out, seconds later.',
        ),
      run_status: z
        .string()
        .describe('What the run of the schedule becomes on its date: `posted`, `retrying` or `failed`.'),
      afterwards: z
        .string()
        .nullable()
        .describe('`dispute_lost`, `dispute_won`, `inquiry` or `refunded`, a minute or more later; null: nothing.'),
    })
    .nullable()
    .describe('What comes of each charge by autopay; null where it is not stored.'),
});
export type TestCardTold = z.infer<typeof testCard>;

/** Everything that the sandbox does differently, by what a caller sends. */
export const sandboxScenarios = z.object({
  accounts: z.array(sandboxAccount).describe('Test accounts: each sandbox organization has one of each.'),
  cards: z.array(testCard).describe('Test cards, with any security code and a month to come.'),
});
export type SandboxScenarios = z.infer<typeof sandboxScenarios>;
