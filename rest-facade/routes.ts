import { acceptWebhook } from './admin/campaign-events/accept-webhook.js';
import { listCampaignEvents } from './admin/campaign-events/list-campaign-events.js';
import { createEmailTemplate } from './admin/email-templates/create-email-template.js';
import { getEmailTemplate } from './admin/email-templates/get-email-template.js';
import { listEmailTemplates } from './admin/email-templates/list-email-templates.js';
import { previewEmailTemplate } from './admin/email-templates/preview-email-template.js';
import { updateEmailTemplate } from './admin/email-templates/update-email-template.js';
import { createWorkspaceAsset } from './admin/workspace-assets/create-workspace-asset.js';
import { getWorkspaceAsset } from './admin/workspace-assets/get-workspace-asset.js';
import { listWorkspaceAssets } from './admin/workspace-assets/list-workspace-assets.js';
import { updateWorkspaceAsset } from './admin/workspace-assets/update-workspace-asset.js';
import { createWorkspaceMergeField } from './admin/workspace-merge-fields/create-workspace-merge-field.js';
import { getWorkspaceMergeField } from './admin/workspace-merge-fields/get-workspace-merge-field.js';
import { listWorkspaceMergeFields } from './admin/workspace-merge-fields/list-workspace-merge-fields.js';
import { updateWorkspaceMergeField } from './admin/workspace-merge-fields/update-workspace-merge-field.js';
import { getAccount } from './mirrored/accounts/get-account.js';
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
import { authorizationServer } from './public/authorization-server.js';
import { docsFile, docsPage } from './public/docs/docs.js';
import { healthz } from './public/healthz.js';
import { jwks } from './public/jwks.js';
import { openapiDocument } from './public/openapi-document.js';
import { readyz } from './public/readyz.js';
import type { Route } from './route.js';
import { captureCard } from './secure/capture-card.js';
import { createPayment } from './unversioned/payments/create-payment.js';
import { reports } from './unversioned/reports/reports.js';
import { exchangeToken } from './v1/oauth/exchange-token.js';
import { getPayment } from './v1/payments/get-payment.js';
import { listPayments } from './v1/payments/list-payments.js';
import { recordPayment } from './v1/payments/record-payment.js';
import { reversePayment } from './v1/payments/reverse-payment.js';

/** On every host. */
export const COMMON_ROUTES: readonly Route[] = [healthz, readyz, openapiDocument, docsPage, docsFile];

/** Every route of the base host. A new operation is one folder entry and one line here. */
export const BASE_ROUTES: readonly Route[] = [
  ...COMMON_ROUTES,
  jwks,
  authorizationServer,
  exchangeToken,
  recordPayment,
  listPayments,
  getPayment,
  reversePayment,
  ...listOrganizations,
  ...getOrganization,
  ...listAccounts,
  ...getAccount,
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
  ...updateAutopaySchedule,
  ...deleteAutopaySchedule,
  createPayment,
  ...reports,
  ...acceptWebhook,
  listCampaignEvents,
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

/** Every route of the secure host. */
export const SECURE_ROUTES: readonly Route[] = [...COMMON_ROUTES, captureCard];
