/* The explorer's page. It runs in the browser, on the packages that page.html loads before it. */
(() => {
  const { React, ReactDOM, GraphiQL } = globalThis;
  const element = React.createElement;

  /** The token, and what GraphiQL keeps, are gone with the browser's tab. */
  const kept = window.sessionStorage;
  const TOKEN = 'tributary:operator-token';

  function Credentials({ token, onToken }) {
    const [typed, setTyped] = React.useState(token);
    const submit = (event) => {
      event.preventDefault();
      onToken(typed.trim());
    };
    return element(
      'form',
      { className: 'credentials', onSubmit: submit },
      element('label', { htmlFor: 'token' }, 'Operator token'),
      element('input', {
        id: 'token',
        type: 'password',
        autoComplete: 'off',
        spellCheck: false,
        placeholder: 'npm run -s tributary -- operators token --role admin',
        value: typed,
        onChange: (event) => setTyped(event.target.value),
      }),
      element('button', { type: 'submit' }, 'Use'),
      element(
        'span',
        { role: 'status' },
        token === '' ? 'No token: nothing can be asked.' : 'Kept until this tab closes.',
      ),
    );
  }

  function Explorer({ examples }) {
    const [token, setToken] = React.useState(kept.getItem(TOKEN) ?? '');
    const useToken = (next) => {
      if (next === '') kept.removeItem(TOKEN);
      else kept.setItem(TOKEN, next);
      setToken(next);
    };
    const fetcher = React.useMemo(
      () =>
        GraphiQL.createFetcher({
          url: '/graphql',
          enableIncrementalDelivery: false,
          headers: token === '' ? {} : { Authorization: `Bearer ${token}` },
        }),
      [token],
    );
    return element(
      'div',
      { className: 'explorer' },
      element(Credentials, { token, onToken: useToken }),
      element(GraphiQL, {
        key: token,
        fetcher,
        storage: kept,
        defaultTabs: examples,
        shouldPersistHeaders: false,
        // Without a token the schema cannot be asked for either.
        ...(token === '' && { schema: null }),
      }),
    );
  }

  fetch('/explorer/examples.json')
    .then((answer) => answer.json())
    .then((examples) => {
      ReactDOM.createRoot(document.getElementById('explorer')).render(element(Explorer, { examples }));
    });
})();
