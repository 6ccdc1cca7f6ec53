import type { MutationRoles } from '../../core/graphql/mutation-roles.js';

/** The lowest role that an operator needs at the lender whose object is changed. */
export const MUTATION_ROLES: MutationRoles = {
  releaseAutopayRun: 'supervisor',
  cancelAutopayRun: 'supervisor',
  retryAutopayRun: 'agent',
  chargeOnce: 'supervisor',
  createAutopaySchedule: 'agent',
  updateAutopaySchedule: 'agent',
  cancelAutopaySchedule: 'agent',
  beginCardCapture: 'agent',
  completeCardCapture: 'agent',
  declineCardCapture: 'agent',
  releaseCardCapture: 'agent',
  recordPayment: 'agent',
  reversePayment: 'agent',
  resolveOperatorException: 'supervisor',
  postponeOperatorException: 'supervisor',
  createPaymentBatch: 'supervisor',
  resumePaymentBatch: 'supervisor',
  updatePaymentMethod: 'agent',
  deactivatePaymentMethod: 'agent',
  takeProcessorEvent: 'supervisor',
  replayProcessorEvent: 'supervisor',
  postTieOutDifference: 'supervisor',
  reverseTieOutDifference: 'supervisor',
};
