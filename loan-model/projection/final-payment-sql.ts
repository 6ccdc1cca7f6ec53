/**
 * SQL: joins, as `final`, the payment that paid off the account `a`: its amount, and the total that it applied to all
 * components. The columns are null without such a payment.
 *
 * @param organization - the account's organization, if the statement is limited to one
 */
export const finalPayment = (organization = 'a.organization_id') => `
    left join lateral (
      select t.amount_cents, t.principal_cents + t.interest_cents + t.fees_cents as payoff_cents from transaction t
      where t.organization_id = ${organization} and t.account_id = a.id and t.type = 'payment'
        and coalesce(t.status, '') not in ('reversed', 'deleted') and t.sort_on between '0001-01-01' and a.paid_off_on
      order by t.sort_on desc, t.id desc limit 1) final on true`;
