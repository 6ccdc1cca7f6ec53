import type { AccountPageQuery, LedgerOperationType } from '../../../generated/graphql';
import { useHasRoleAt } from '../../../session/operator';
import { useTyped } from '../../../session/typed-values';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/page';
import { OperationDialog } from './operation-dialog';
import { operationNamed, operationsFor } from './operations';

type Account = AccountPageQuery['account'];

/** What a supervisor may do with a loan in the built-in ledger, besides payments. */
export function LedgerOperations({ account }: { readonly account: Account }) {
  const mayAct = useHasRoleAt('supervisor')(account.organizationId);
  // The form that is open is kept with what was typed into it.
  const [type, setType] = useTyped<LedgerOperationType | ''>(`operating:${account.id}`, '');
  const open = type === '' ? undefined : operationNamed(type);
  const offered = operationsFor(account.statusCode);
  // A form stays open when the loan's status changes under it: the result of its own operation is shown there.
  if (!account.ledger || !mayAct || (offered.length === 0 && open === undefined)) return null;
  return (
    <Card title="Manage the loan">
      <div className="filters">
        {offered.map((operation) => (
          <Button key={operation.type} onPress={() => setType(operation.type)}>
            {operation.label}
          </Button>
        ))}
      </div>
      {open && <OperationDialog account={account} operation={open} onClose={() => setType('')} />}
    </Card>
  );
}
