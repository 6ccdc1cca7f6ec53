import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ExceptionListDocument, type ExceptionListQuery, ResolveExceptionDocument } from '../../generated/graphql';
import { ask } from '../../graph/ask';
import { REFRESH_MS } from '../../graph/live';
import { usePaged } from '../../graph/pages';
import { GraphProblem } from '../../graph/problem';
import { useLender } from '../../lender/lender';
import { useMay } from '../../session/session-gate';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { LoanLink } from '../../ui/loan-link';
import { Page } from '../../ui/page';
import { ChoiceFilter } from '../../ui/select';
import { Empty, Failed } from '../../ui/states';
import { TextField } from '../../ui/text-field';
import { ago, instant } from '../../words/dates';
import { numberOf } from '../../words/names';
import { exceptionName, worded } from '../../words/statuses';

type Exception = ExceptionListQuery['operatorExceptions']['items'][number];

const SHOWN = [{ id: 'resolved', text: 'Resolved' }];

/** What no rule could decide: somebody looks, acts in the loan system or at the processor, and says what was done. */
export function Exceptions() {
  const { show } = useSearch({ from: '/exceptions' });
  const navigate = useNavigate({ from: '/exceptions' });
  const organizationId = useLender();
  const isResolved = show === 'resolved';
  const [resolving, setResolving] = useState<Exception>();
  const mayResolve = useMay('operator');
  const list = usePaged({
    key: ['exceptions', organizationId, isResolved],
    read: async (cursor, signal) =>
      (await ask(ExceptionListDocument, { organizationId, isResolved, cursor }, signal)).operatorExceptions,
    refreshMs: REFRESH_MS,
  });
  return (
    <Page
      title="Exceptions"
      about="Items that need a decision from your team."
      actions={
        <ChoiceFilter
          label="Show"
          choices={SHOWN}
          chosen={show ?? ''}
          onChoose={(id) => void navigate({ search: id === '' ? {} : { show: id }, replace: true })}
        />
      }
    >
      {list.error ? (
        <Failed error={list.error} retry={list.retry} />
      ) : list.rows.length === 0 && !list.isLoading ? (
        <Empty title={isResolved ? 'None has been resolved yet' : 'Nothing needs attention'}>
          Postings that were found late, charges that came back, refunds that were refused appear here.
        </Empty>
      ) : (
        <ul className="exception-list">
          {list.rows.map((row) => (
            <li key={row.id} className="card">
              <header>
                <h2>{exceptionName(row.kind)}</h2>
                <span className="quiet" title={instant(row.createdAt)}>
                  {ago(row.createdAt)}
                </span>
              </header>
              <div className="filters">
                <LoanLink loan={row.account} />
                <span className="quiet">{numberOf(row.account)}</span>
              </div>
              <dl className="facts">
                {Object.entries(row.detail).map(([name, value]) => (
                  <div key={name}>
                    <dt>{worded(name)}</dt>
                    <dd>{typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)}</dd>
                  </div>
                ))}
              </dl>
              {row.resolvedAt ? (
                <p className="quiet">
                  {row.resolution} · {row.resolvedBy}, {instant(row.resolvedAt)}
                </p>
              ) : (
                mayResolve && (
                  <div className="filters">
                    <Button onPress={() => setResolving(row)}>Resolve</Button>
                  </div>
                )
              )}
            </li>
          ))}
          {list.more && (
            <Button onPress={list.more.load} isDisabled={list.more.isLoading}>
              Show more
            </Button>
          )}
        </ul>
      )}
      {resolving && <Resolve exception={resolving} onClose={() => setResolving(undefined)} />}
    </Page>
  );
}

function Resolve({ exception, onClose }: { readonly exception: Exception; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [resolution, setResolution] = useState('');
  const resolve = useMutation({
    mutationFn: () => ask(ResolveExceptionDocument, { id: exception.id, resolution }),
    onSuccess: async () => {
      await queries.invalidateQueries();
      onClose();
    },
  });
  return (
    <Dialog title={exceptionName(exception.kind)} isOpen onClose={onClose} isHeld={resolve.isPending}>
      <TextField
        label="What was done"
        value={resolution}
        onChange={setResolution}
        autoFocus
        maxLength={500}
        hint="It is kept with your name."
      />
      {resolve.error && (
        <p className="error-text" role="alert">
          {resolve.error instanceof GraphProblem ? resolve.error.message : 'That did not work. Please try again.'}
        </p>
      )}
      <footer>
        <Button onPress={onClose}>Cancel</Button>
        <Button
          look="primary"
          isDisabled={resolution.trim() === '' || resolve.isPending}
          onPress={() => resolve.mutate()}
        >
          Resolve
        </Button>
      </footer>
    </Dialog>
  );
}
