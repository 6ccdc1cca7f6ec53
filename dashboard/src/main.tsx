import './styles/tokens.css';
import './styles/base.css';
import './styles/ui.css';
import './styles/shell.css';
import './styles/skip-links.css';
import './styles/pages.css';
import './styles/chart.css';
import './styles/print.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isTemporary } from './graph/problem';
import { router } from './router';
import { applyTheme, storedTheme } from './shell/theme';
import { SessionGate } from './sign-in/session-gate';
import { showPending } from './ui/data-pending-attribute';

const MOST_TRIES = 2;

const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (failures, error) => failures < MOST_TRIES && isTemporary(error) },
    // A payment is never retried automatically: only the user sends it again.
    mutations: { retry: false },
  },
});

applyTheme(storedTheme());
showPending(queries, router);
const place = document.getElementById('root');
if (place === null) throw new Error('the page has no root element for the dashboard');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <SessionGate>
        <RouterProvider router={router} />
      </SessionGate>
    </QueryClientProvider>
  </StrictMode>,
);
