import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import {
  ACT_DETAILS,
  APPROVAL_STATUSES,
  type ApprovalStatus,
  type LimitedAct,
} from '../../../core/contract/limited-acts.js';
import type { Page } from '../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../core/graphql/enum.js';
import { pageOf } from '../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../core/graphql/page-arguments.js';
import { IsoInstantScalar, SafeInt } from '../../../core/graphql/scalars.js';
import { LimitedActEnum } from './act-limit.type.js';

const ApprovalStatusEnum = enumOf(APPROVAL_STATUSES, {
  name: 'ApprovalStatus',
  description: 'The state of an approval request.',
  values: {
    open: 'Waits for a second person.',
    approved: 'Approved, and being carried out.',
    done: 'Carried out.',
    failed: 'Approved, but the act was refused when it was carried out; `failureCode` is the error.',
    rejected: 'Rejected by a second person.',
    expired: 'Not decided within seven days.',
    withdrawn: 'Withdrawn by the operator who asked.',
  },
});

const ActDetailName = enumOf(ACT_DETAILS, {
  name: 'ActDetailName',
  description: 'The name of a value of an act.',
  values: {
    component: 'The waived component.',
    principal: 'Change of the principal, in cents.',
    interest: 'Change of the interest, in cents.',
    fees: 'Change of the fees, in cents.',
    non_sufficient_funds: 'Whether a payment is reversed for non-sufficient funds.',
    loan_number: 'The number of a loan to book.',
    annual_rate: 'Percent per year.',
    term_months: 'Number of monthly installments.',
    originated_on: 'The day on which the loan was made.',
    charged_on: 'The only day on which a charge may be made.',
    payment_method_id: 'The payment method to charge.',
    authorizer_id: 'The borrower who authorized a charge.',
    allows_equal: 'Whether a charge is made although the same amount was charged to the method that day.',
    authorized_on: 'The day on which a borrower authorized a charge.',
    authorization_method: 'How a borrower authorized a charge.',
    first_due_on: 'The due date of the first installment.',
  },
});

@ObjectType({ description: 'A value of an act.' })
export class ActDetail {
  @Field(() => ActDetailName, { description: 'Its name.' })
  name!: string;

  @Field(() => String, { description: 'The value as text.' })
  value!: string;
}

@ObjectType({ description: 'An act above the amount limit of the operator who asked for it. Only for operators.' })
export class ApprovalRequest {
  @Field(() => ID, { description: 'Unique identifier.' })
  id!: string;

  @Field(() => ID, { description: 'The lender.' })
  organizationId!: string;

  @Field(() => LimitedActEnum, { description: 'The act.' })
  act!: LimitedAct;

  @Field(() => ApprovalStatusEnum, { description: 'Its state.' })
  status!: ApprovalStatus;

  @Field(() => ID, { nullable: true, description: 'The loan; null for a booking that was not carried out.' })
  accountId!: string | null;

  @Field(() => ID, { nullable: true, description: 'For a reversal: the payment.' })
  paymentId!: string | null;

  @Field(() => SafeInt, { description: 'The amount when it was asked for, in cents.' })
  amountCents!: number;

  @Field(() => [ActDetail], { description: 'The other values of the act.' })
  details!: readonly ActDetail[];

  @Field(() => [String], {
    nullable: true,
    description: 'For a booking: names of new borrowers, ids of known ones. Null once the request has ended.',
  })
  borrowers!: readonly string[] | null;

  @Field(() => String, { nullable: true, description: 'The reason given for the act; null if none or erased.' })
  reason!: string | null;

  @Field(() => String, { description: 'The operator who asked.' })
  askedBy!: string;

  @Field(() => String, { nullable: true, description: 'That operator’s name, if it was known.' })
  askedByName!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it was asked for.' })
  askedAt!: string;

  @Field(() => IsoInstantScalar, { description: 'When it expires without a decision.' })
  expiresAt!: string;

  @Field(() => String, { nullable: true, description: 'The operator who approved or rejected it.' })
  decidedBy!: string | null;

  @Field(() => String, { nullable: true, description: 'That operator’s name, if it was known.' })
  decidedByName!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was approved or rejected.' })
  decidedAt!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it was rejected.' })
  decisionReason!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it ended.' })
  finishedAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why the act was refused or had no effect: the reason, or else the error code.',
  })
  failureCode!: string | null;

  @Field(() => Boolean, { description: 'Whether the caller asked for it, and so may withdraw but not decide it.' })
  isOwn!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the caller may approve or reject it: another person whose role and limit suffice.',
  })
  mayDecide!: boolean;
}

export const ApprovalRequestPage = pageOf(ApprovalRequest, 'A page of approval requests.');
export type ApprovalRequestPage = Page<ApprovalRequest>;

@PagedArgs()
@ArgsType()
export class ApprovalRequestListArguments extends PageArguments {
  @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; all of them if omitted.' })
  organizationId?: string | null;

  @Field(() => ApprovalStatusEnum, { nullable: true, description: 'Only requests in this state.' })
  status?: ApprovalStatus | null;

  @Field(() => ID, { nullable: true, description: 'Only requests about this loan.' })
  accountId?: string | null;
}
