import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

interface RowLinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

/**
 * A link in a table row. It never points to the current page, so it need not follow the location as the router's own
 * link does: a scrolling table creates hundreds of links a second.
 */
export function RowLink({ to, children }: RowLinkProps) {
  const router = useRouter();
  const { lender } = router.state.location.search;
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ to });
  };
  const preload = () => void router.preloadRoute({ to });
  return (
    <a
      href={lender === undefined ? to : `${to}?lender=${encodeURIComponent(lender)}`}
      onClick={open}
      onFocus={preload}
      onMouseEnter={preload}
    >
      {children}
    </a>
  );
}
