import type { OneApprovalQuery } from '../../generated/graphql';

export type Approval = OneApprovalQuery['approvalRequest'];
