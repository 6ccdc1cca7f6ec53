import type { ChargeAuthorizationMethod } from '../generated/graphql';

/** How a borrower authorized a charge. */
const TEXTS: Readonly<Record<ChargeAuthorizationMethod, string>> = {
  phone: 'By phone',
  writing: 'In writing',
  in_person: 'In person',
  portal: 'In the lender’s portal',
};

export const AUTHORIZATION_METHODS = (Object.keys(TEXTS) as ChargeAuthorizationMethod[]).map((id) => ({
  id,
  text: TEXTS[id],
}));

export function authorizationMethod(method: ChargeAuthorizationMethod): string {
  return TEXTS[method];
}
