import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import 'graphiql/style.css';

/** The token, and what GraphiQL keeps, are gone with the browser's tab. */
const kept = window.sessionStorage;
const TOKEN = 'tributary:operator-token';

function Credentials({ token, onToken }: { readonly token: string; readonly onToken: (token: string) => void }) {
  const [typed, setTyped] = useState(token);
  return (
    <form
      className="credentials"
      onSubmit={(event) => {
        event.preventDefault();
        onToken(typed.trim());
      }}
    >
      <label htmlFor="token">Operator token</label>
      <input
        id="token"
        type="password"
        autoComplete="off"
        spellCheck={false}
        placeholder="npm run -s tributary -- operators token --role admin"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button type="submit">Use</button>
      <span role="status">{token === '' ? 'No token: nothing can be asked.' : 'Kept until this tab closes.'}</span>
    </form>
  );
}

function Explorer({ examples }: { readonly examples: { query: string }[] }) {
  const [token, setToken] = useState(kept.getItem(TOKEN) ?? '');
  const keepToken = (next: string) => {
    if (next === '') kept.removeItem(TOKEN);
    else kept.setItem(TOKEN, next);
    setToken(next);
  };
  const fetcher = useMemo(
    () =>
      createGraphiQLFetcher({
        url: '/graphql',
        enableIncrementalDelivery: false,
        headers: token === '' ? {} : { Authorization: `Bearer ${token}` },
      }),
    [token],
  );
  // Without a token the schema cannot be asked for either.
  const schema = token === '' ? { schema: null } : {};
  return (
    <div className="explorer">
      <Credentials token={token} onToken={keepToken} />
      <GraphiQL
        key={token}
        {...{ fetcher, ...schema }}
        storage={kept}
        defaultTabs={examples}
        shouldPersistHeaders={false}
      />
    </div>
  );
}

const root = document.getElementById('explorer');
if (root === null) throw new Error('the page has no place for the explorer');
const examples: { query: string }[] = await (await fetch('/explorer/examples.json')).json();
createRoot(root).render(<Explorer examples={examples} />);
