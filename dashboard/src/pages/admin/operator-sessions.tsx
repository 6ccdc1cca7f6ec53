import { useState } from 'react';
import { count } from '../../format/money';
import { EndOperatorSessionsDocument, RevokeOperatorDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { ActButton } from '../../ui/action-button';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Ago } from '../../ui/instant';
import type { Person } from './person';

/** How many sessions a person has; opens their list. */
export function OperatorSessions({ person: { id, name, sessions } }: { readonly person: Person }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button isDisabled={sessions.length === 0} aria-label={`Sessions of ${name}`} onPress={() => setOpen(true)}>
        {count(sessions.length)}
      </Button>
      <Dialog title={`Sessions of ${name}`} isOpen={isOpen} onClose={() => setOpen(false)}>
        {sessions.length === 0 && <p>No open session.</p>}
        <ul className="session-list">
          {sessions.map((session) => (
            <li key={session.id}>
              <span>
                Signed in <Ago at={session.createdAt} />, last active <Ago at={session.lastActiveAt} />
              </span>
              <ActButton label="End" perform={() => request(RevokeOperatorDocument, { id: session.id })} />
            </li>
          ))}
        </ul>
        <footer>
          <Button onPress={() => setOpen(false)}>Close</Button>
          {sessions.length > 1 && (
            <ActButton label="End all" perform={() => request(EndOperatorSessionsDocument, { id })} />
          )}
        </footer>
      </Dialog>
    </>
  );
}
