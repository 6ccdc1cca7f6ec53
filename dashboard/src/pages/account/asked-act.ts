import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * The act that the palette asked for, in the address: opens the form of a payment, or focuses the part of the page with
 * the act's name. It leaves the address at once, so that Back and a reload do not repeat it.
 */
export function useAskedAct(isLoaded: boolean, record: () => void): void {
  const { act } = useSearch({ from: '/accounts/$id' });
  const navigate = useNavigate({ from: '/accounts/$id' });
  useEffect(() => {
    if (act === undefined || !isLoaded) return;
    if (act === 'record') record();
    else document.getElementById(act)?.focus();
    void navigate({ to: '.', search: ({ act: _act, ...before }) => before, replace: true });
  }, [act, isLoaded, navigate, record]);
}
