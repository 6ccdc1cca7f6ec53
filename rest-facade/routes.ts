import { acceptWebhook, type WebhookServices } from './admin/campaign-events/accept-webhook.js';
import { listCampaignEvents } from './admin/campaign-events/list-campaign-events.js';
import { createEmailTemplate } from './admin/email-templates/create-email-template.js';
import { getEmailTemplate } from './admin/email-templates/get-email-template.js';
import { listEmailTemplates } from './admin/email-templates/list-email-templates.js';
import { previewEmailTemplate } from './admin/email-templates/preview-email-template.js';
import { updateEmailTemplate } from './admin/email-templates/update-email-template.js';
import { createWebhookAddress } from './admin/webhook-addresses/create-webhook-address.js';
import { endWebhookAddress } from './admin/webhook-addresses/end-webhook-address.js';
import { listWebhookAddresses } from './admin/webhook-addresses/list-webhook-addresses.js';
import { createWorkspaceAsset } from './admin/workspace-assets/create-workspace-asset.js';
import { getWorkspaceAsset } from './admin/workspace-assets/get-workspace-asset.js';
import { listWorkspaceAssets } from './admin/workspace-assets/list-workspace-assets.js';
import { updateWorkspaceAsset } from './admin/workspace-assets/update-workspace-asset.js';
import { createWorkspaceMergeField } from './admin/workspace-merge-fields/create-workspace-merge-field.js';
import { getWorkspaceMergeField } from './admin/workspace-merge-fields/get-workspace-merge-field.js';
import { listWorkspaceMergeFields } from './admin/workspace-merge-fields/list-workspace-merge-fields.js';
import { updateWorkspaceMergeField } from './admin/workspace-merge-fields/update-workspace-merge-field.js';
import { getAccount } from './mirrored/accounts/get-account.js';
import { getPayoff } from './mirrored/accounts/get-payoff.js';
import { getPayoffLetter } from './mirrored/accounts/get-payoff-letter.js';
import { listAccounts } from './mirrored/accounts/list-accounts.js';
import { listLifecycleEvents } from './mirrored/accounts/list-lifecycle-events.js';
import { createAutopaySchedule } from './mirrored/autopay/create-autopay-schedule.js';
import { deleteAutopaySchedule } from './mirrored/autopay/delete-autopay-schedule.js';
import { getAutopaySchedule } from './mirrored/autopay/get-autopay-schedule.js';
import { listAutopayRuns } from './mirrored/autopay/list-autopay-runs.js';
import { listAutopaySchedules } from './mirrored/autopay/list-autopay-schedules.js';
import { updateAutopaySchedule } from './mirrored/autopay/update-autopay-schedule.js';
import { getOrganization } from './mirrored/organizations/get-organization.js';
import { listOrganizations } from './mirrored/organizations/list-organizations.js';
import { deletePaymentMethod } from './mirrored/payment-methods/delete-payment-method.js';
import { getPaymentMethod } from './mirrored/payment-methods/get-payment-method.js';
import { listAccountPaymentMethods } from './mirrored/payment-methods/list-account-payment-methods.js';
import { listPaymentMethods } from './mirrored/payment-methods/list-payment-methods.js';
import { updatePaymentMethod } from './mirrored/payment-methods/update-payment-method.js';
import { getPerson } from './mirrored/persons/get-person.js';
import { listPersonAccounts } from './mirrored/persons/list-person-accounts.js';
import { listPersons } from './mirrored/persons/list-persons.js';
import { listAccountTransactions } from './mirrored/transactions/list-account-transactions.js';
import { listTransactions } from './mirrored/transactions/list-transactions.js';
import { authorizationServer, type IssuerServices } from './public/authorization-server.js';
import { docsFile, docsPage, docsSectionPage, docsSiteAsset, docsTryPage, root } from './public/docs/docs.js';
import { healthz } from './public/healthz.js';
import { jwks, type KeySetServices } from './public/jwks.js';
import { type ContractServices, openapiDocument } from './public/openapi-document.js';
import { type ReadinessServices, readyz } from './public/readyz.js';
import type { LocalRoute, Route } from './route.js';
import { type CardServices, captureCard } from './secure/capture-card.js';
import { type ProcessorEventServices, takeProcessorEvent } from './secure/processor-events.js';
import { createPayment } from './unversioned/payments/create-payment.js';
import { reports } from './unversioned/reports/all-report-routes.js';
import { getAutopayRun } from './v1/autopay-runs/get-autopay-run.js';
import { listAllAutopayRuns } from './v1/autopay-runs/list-all-autopay-runs.js';
import { getDispute } from './v1/disputes/get-dispute.js';
import { listDisputes } from './v1/disputes/list-disputes.js';
import { listEvents } from './v1/events/list-events.js';
import { getIdempotencyKey } from './v1/idempotency-keys/get-idempotency-key.js';
import { abandonLedgerBoarding } from './v1/ledger/abandon-ledger-boarding.js';
import { adjustLedgerLoan } from './v1/ledger/adjust-ledger-loan.js';
import { bookLedgerLoan } from './v1/ledger/book-ledger-loan.js';
import { chargeOffLedgerLoan } from './v1/ledger/charge-off-ledger-loan.js';
import { closeLedgerLoan } from './v1/ledger/close-ledger-loan.js';
import { type BoardingServices, createLedgerBoarding } from './v1/ledger/create-ledger-boarding.js';
import { createLedgerProduct } from './v1/ledger/create-ledger-product.js';
import { disburseLedgerLoan } from './v1/ledger/disburse-ledger-loan.js';
import { getGeneralLedger } from './v1/ledger/get-general-ledger.js';
import { getLedgerBoarding } from './v1/ledger/get-ledger-boarding.js';
import { getLedgerLoan } from './v1/ledger/get-ledger-loan.js';
import { getLedgerProduct } from './v1/ledger/get-ledger-product.js';
import { listLedgerBoardingProblems } from './v1/ledger/list-ledger-boarding-problems.js';
import { listLedgerEntries } from './v1/ledger/list-ledger-entries.js';
import { listLedgerProducts } from './v1/ledger/list-ledger-products.js';
import { reviseLedgerProduct } from './v1/ledger/revise-ledger-product.js';
import { undoLedgerChargeOff } from './v1/ledger/undo-ledger-charge-off.js';
import { updateLedgerProduct } from './v1/ledger/update-ledger-product.js';
import { waiveOnLedgerLoan } from './v1/ledger/waive-on-ledger-loan.js';
import { exchangeToken, type TokenServices } from './v1/oauth/exchange-token.js';
import { createPaymentBatch } from './v1/payment-batches/create-payment-batch.js';
import { getPaymentBatch } from './v1/payment-batches/get-payment-batch.js';
import { listPaymentBatchResults } from './v1/payment-batches/list-payment-batch-results.js';
import { listPaymentBatches } from './v1/payment-batches/list-payment-batches.js';
import { resumePaymentBatch } from './v1/payment-batches/resume-payment-batch.js';
import { getPayment } from './v1/payments/get-payment.js';
import { listAllPayments } from './v1/payments/list-all-payments.js';
import { listPayments } from './v1/payments/list-payments.js';
import { recordPayment } from './v1/payments/record-payment.js';
import { reversePayment } from './v1/payments/reverse-payment.js';
import { getSandboxScenarios, type ScenarioServices } from './v1/sandbox/get-sandbox-scenarios.js';
import { advanceTestClock } from './v1/test-clock/advance-test-clock.js';
import { getTestClock } from './v1/test-clock/get-test-clock.js';
import { createWebhookEndpoint } from './v1/webhook-endpoints/create-webhook-endpoint.js';
import { deleteWebhookEndpoint } from './v1/webhook-endpoints/delete-webhook-endpoint.js';
import { getWebhookEndpoint } from './v1/webhook-endpoints/get-webhook-endpoint.js';
import { listWebhookAttempts } from './v1/webhook-endpoints/list-webhook-attempts.js';
import { listWebhookEndpoints } from './v1/webhook-endpoints/list-webhook-endpoints.js';
import { resendWebhookEvents } from './v1/webhook-endpoints/resend-webhook-events.js';
import { rotateWebhookEndpointSecret } from './v1/webhook-endpoints/rotate-webhook-endpoint-secret.js';
import { testWebhookEndpoint } from './v1/webhook-endpoints/test-webhook-endpoint.js';
import { updateWebhookEndpoint } from './v1/webhook-endpoints/update-webhook-endpoint.js';

type CommonServices = ReadinessServices & ContractServices;

/** Routes of every host. */
const COMMON_ROUTES: readonly LocalRoute<CommonServices>[] = [
  healthz,
  readyz,
  openapiDocument,
  root,
  docsPage,
  docsFile,
  docsSectionPage,
  docsSiteAsset,
  docsTryPage,
];

/** Services of the base host's own routes; graph routes use the host's. */
export type BaseRouteServices = CommonServices &
  KeySetServices &
  IssuerServices &
  TokenServices &
  BoardingServices &
  ScenarioServices &
  WebhookServices;

/** Every route of the base host. A new operation is one folder entry and one line here. */
export const BASE_ROUTES: readonly Route<BaseRouteServices>[] = [
  ...COMMON_ROUTES,
  jwks,
  authorizationServer,
  exchangeToken,
  recordPayment,
  listPayments,
  listAllPayments,
  getPayment,
  reversePayment,
  getIdempotencyKey,
  listEvents,
  createWebhookEndpoint,
  listWebhookEndpoints,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookEndpointSecret,
  testWebhookEndpoint,
  resendWebhookEvents,
  listWebhookAttempts,
  listPaymentBatches,
  getPaymentBatch,
  createPaymentBatch,
  listPaymentBatchResults,
  resumePaymentBatch,
  ...listOrganizations,
  ...getOrganization,
  ...listAccounts,
  ...getAccount,
  ...getPayoff,
  ...getPayoffLetter,
  ...listAccountTransactions,
  ...listLifecycleEvents,
  ...listTransactions,
  ...listPersons,
  ...getPerson,
  ...listPersonAccounts,
  ...listAccountPaymentMethods,
  ...listPaymentMethods,
  ...getPaymentMethod,
  ...updatePaymentMethod,
  ...deletePaymentMethod,
  ...createAutopaySchedule,
  ...listAutopaySchedules,
  ...getAutopaySchedule,
  ...listAutopayRuns,
  listAllAutopayRuns,
  getAutopayRun,
  listDisputes,
  getDispute,
  ...updateAutopaySchedule,
  ...deleteAutopaySchedule,
  listLedgerEntries,
  getGeneralLedger,
  bookLedgerLoan,
  getLedgerLoan,
  disburseLedgerLoan,
  waiveOnLedgerLoan,
  adjustLedgerLoan,
  chargeOffLedgerLoan,
  undoLedgerChargeOff,
  closeLedgerLoan,
  createLedgerBoarding,
  abandonLedgerBoarding,
  getLedgerBoarding,
  listLedgerBoardingProblems,
  createLedgerProduct,
  listLedgerProducts,
  getLedgerProduct,
  updateLedgerProduct,
  reviseLedgerProduct,
  getTestClock,
  advanceTestClock,
  getSandboxScenarios,
  createPayment,
  ...reports,
  ...acceptWebhook,
  listCampaignEvents,
  createWebhookAddress,
  listWebhookAddresses,
  endWebhookAddress,
  createEmailTemplate,
  listEmailTemplates,
  getEmailTemplate,
  updateEmailTemplate,
  previewEmailTemplate,
  createWorkspaceMergeField,
  listWorkspaceMergeFields,
  getWorkspaceMergeField,
  updateWorkspaceMergeField,
  createWorkspaceAsset,
  listWorkspaceAssets,
  getWorkspaceAsset,
  updateWorkspaceAsset,
];

/** Services of the secure host's routes while card capture is disabled. */
export type ClosedSecureRouteServices = CommonServices & ProcessorEventServices;

/** The same while card capture is enabled. */
export type SecureRouteServices = ClosedSecureRouteServices & CardServices;

/** Every route of the secure host. */
export const SECURE_ROUTES: readonly LocalRoute<SecureRouteServices>[] = [
  ...COMMON_ROUTES,
  takeProcessorEvent,
  captureCard,
];

/**
 * Routes of the secure host while card capture is disabled: cards stored before are still charged, and their events
 * accepted.
 */
export const CLOSED_SECURE_ROUTES: readonly LocalRoute<ClosedSecureRouteServices>[] = [
  ...COMMON_ROUTES,
  takeProcessorEvent,
];
