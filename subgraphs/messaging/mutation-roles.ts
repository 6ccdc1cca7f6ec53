import type { MutationRoles } from '../../core/graphql/mutation-roles.js';

/** The lowest role that an operator needs at the lender whose object is changed. */
export const MUTATION_ROLES: MutationRoles = {
  registerCampaign: 'supervisor',
  updateCampaign: 'supervisor',
  releaseCampaignIdentifier: 'supervisor',
  approveCampaignIdentifier: 'supervisor',
  createEmailTemplate: 'supervisor',
  updateEmailTemplate: 'supervisor',
  createWorkspaceMergeField: 'supervisor',
  updateWorkspaceMergeField: 'supervisor',
  createWorkspaceAsset: 'supervisor',
  updateWorkspaceAsset: 'supervisor',
  replayPoisonEvents: 'supervisor',
  removeSuppression: 'supervisor',
  acceptWebhook: 'supervisor',
  createWebhookAddress: 'supervisor',
  endWebhookAddress: 'supervisor',
  createWebhookEndpoint: 'supervisor',
  updateWebhookEndpoint: 'supervisor',
  deleteWebhookEndpoint: 'supervisor',
  rotateWebhookEndpointSecret: 'supervisor',
  testWebhookEndpoint: 'supervisor',
  resendWebhookEvents: 'supervisor',
  createWorkspace: 'admin',
};
