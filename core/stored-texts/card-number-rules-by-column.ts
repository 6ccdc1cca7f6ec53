import { isUtf8 } from 'node:buffer';
import {
  maskedContent,
  maskedLine,
  maskedName,
  maskedProse,
  maskedText,
  maskedUrl,
  readableIdentifier,
} from '../contract/stored-text.js';
import type { Rewriting, RewrittenColumn } from '../db/rewrite-text-columns.js';
import { type FieldOf, type Model, modelFields } from '../db/sql-types.js';
import { maskedBody, maskedJson } from './mask-card-numbers-in-json.js';

/*
 * Every column in which an earlier version may have stored a card number, and how it is masked: by the rules of
 * core/contract/stored-text.ts for new texts. The audit log is masked entry by entry (core/audit/masking).
 */

type Rule = Pick<RewrittenColumn, 'rewriting' | 'where' | 'keptBecause'>;

const PROSE: Rule = { rewriting: maskedProse };
const NAME: Rule = { rewriting: maskedName };
const LINE: Rule = { rewriting: maskedLine };
const OUTSIDE: Rule = { rewriting: maskedText };
const CONTENT: Rule = { rewriting: maskedContent };
const IDENTIFIER: Rule = { rewriting: readableIdentifier };
const JSON_TEXT: Rule = { rewriting: maskedJson };
const BODY: Rule = { rewriting: (base64) => inBase64(base64, maskedBody) };
/** Holds an unreadable call as it was received. */
const UNREAD: Rule = {
  rewriting: (json) =>
    maskedJson(json).replace(
      /("unread": ?")([\w+/=]+)"/,
      (_, name, unread) => `${name}${inBase64(unread, maskedBody)}"`,
    ),
};
const LINK: Rule = { rewriting: maskedUrl };
/** A number that matches no account may be a card number. */
const NUMBER_IN_BATCH: readonly Rule[] = [
  { ...IDENTIFIER, where: 'account_id is not null' },
  { ...NAME, where: 'account_id is null' },
];

const leads = (keptBecause: string, rewriting: Rewriting = maskedName): Rule => ({ rewriting, keptBecause });
const address = (text: string): string | null => (maskedUrl(text) === text ? text : null);

const RULES: { readonly [M in Model]?: { readonly [F in FieldOf<M>]?: Rule | readonly Rule[] } } = {
  LedgerBoardingLoan: { borrowerName: NAME, coBorrowerName: NAME },
  LedgerBoardingProblem: { column: OUTSIDE, message: OUTSIDE },
  WebhookEndpoint: { url: leads('events are sent to it: give the endpoint another address', address) },
  WebhookAttempt: { answer: OUTSIDE },
  WebhookBatch: { body: BODY },
  ApiKey: { name: NAME },
  // A session's name is its operator, written by the same rule.
  OperatorToken: { name: LINE, displayName: NAME },
  Operator: {
    name: NAME,
    email: leads('people sign in with it: admit the person with another one', maskedLine),
    subject: LINE,
  },
  LedgerEntry: { externalReference: leads('postings are found by it', maskedContent), memo: CONTENT },
  LedgerProduct: { code: leads('loans are boarded with it: create a product with another code'), name: NAME },
  Workspace: { name: NAME },
  EmailTemplate: {
    name: NAME,
    subjectTemplate: CONTENT,
    description: PROSE,
    htmlTemplate: CONTENT,
    textTemplate: CONTENT,
  },
  WorkspaceMergeField: { name: NAME, value: CONTENT },
  WorkspaceAsset: {
    name: NAME,
    url: leads('messages load the asset from it: give the asset another address', address),
  },
  Campaign: { name: NAME },
  CampaignIdentifier: { identifier: LINE },
  CampaignEvent: { recipient: LINE, url: LINK, providerMessageId: LINE },
  WebhookAddress: { name: NAME },
  Suppression: { address: LINE },
  SuppressionRemoval: { address: LINE },
  WaitingEvent: { identifiers: JSON_TEXT, event: JSON_TEXT },
  PoisonEvent: { event: UNREAD },
  PaymentBatchRow: { loanNumber: NUMBER_IN_BATCH, externalContractNumber: NUMBER_IN_BATCH, externalReference: LINE },
  CollectedPayment: { externalReference: LINE },
  IdempotencyRecord: { answer: JSON_TEXT, answerBody: { rewriting: maskedBody } },
  OperatorException: { detail: JSON_TEXT },
  PaymentMethod: { nickname: NAME, holderName: NAME, bankName: NAME },
  Organization: { displayName: NAME, legalName: NAME, dbaName: NAME },
  LoanSystem: {
    code: leads('accounts refer to it: add the loan system with another code'),
    baseUrl: leads('the loan system is called at it: give it another address', address),
  },
  Person: { displayName: NAME, email: LINE, phone: LINE },
  PersonAddress: { line1: LINE, line2: LINE, city: LINE, state: LINE, postalCode: LINE },
  Account: { sourceStatus: LINE },
  Transaction: { reason: OUTSIDE },
  SandboxPosting: { externalReference: LINE, reason: PROSE },
};

/** Rules for columns with a text type in prisma/schema that `RULES` does not name. */
const BY_TYPE: Readonly<Record<string, Rule>> = { PlainText: PROSE, AccountIdentifier: IDENTIFIER };

/** All text columns but the audit log's, in the order of the models' names. */
export const TEXT_COLUMNS: readonly RewrittenColumn[] = modelFields()
  .filter(({ model }) => model !== 'AuditLog')
  .flatMap(({ model, field, text }) => {
    const own: Readonly<Record<string, Rule | readonly Rule[] | undefined>> = RULES[model] ?? {};
    const rules = own[field] ?? (text === undefined ? [] : (BY_TYPE[text] ?? []));
    return [rules].flat().map((rule) => ({ model, field, ...rule }));
  });

function inBase64(base64: string, mask: (text: string) => string): string {
  const bytes = Buffer.from(base64, 'base64');
  // Bytes that are not UTF-8 stay the same: they are read as Latin-1, in which digits are the same.
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding);
  const masked = mask(text);
  return masked === text ? base64 : Buffer.from(masked, encoding).toString('base64');
}
