-- A change of a loss whose charge-off was taken back stayed `posted`: it is reversed with it.
update "transaction" t set status = 'reversed'
  from ledger_entry e
  join account a on a.organization_id = e.organization_id and a.external_id = e.loan_id
 where e.type = 'loss_change' and t.organization_id = a.organization_id and t.account_id = a.id
   and t.external_id = e.reference_number::text and t.status = 'posted'
   and exists (select from ledger_entry undone
     where undone.organization_id = e.organization_id and undone.loan_id = e.loan_id
       and undone.type = 'charge_off_reversal' and undone.reference_number > e.reference_number);

-- A booked loan that is not paid out had no snapshot, and was in no series; it is in them from today on.
insert into past_due_snapshot (organization_id, account_id, as_of, status_code, balance_cents, past_due_cents)
select a.organization_id, a.id, (now() at time zone 'America/New_York')::date, a.status_code, 0, 0
  from account a
  join ledger_loan l on l.organization_id = a.organization_id and l.id = a.external_id
 where a.status_code = 'pending'
   and not exists (select from past_due_snapshot s where s.organization_id = a.organization_id and s.account_id = a.id);
