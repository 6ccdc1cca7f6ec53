import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Role } from '../generated/contract-lists';
import { useOperator } from '../session/operator';
import { hasRole } from '../session/session';

/** The place of a page in the navigation: the sidebar and the palette show the same ones. */
export interface Place {
  readonly group: 'Work' | 'Figures' | 'Messaging' | 'Connections' | 'Administration';
  readonly name: string;
  /** The letter that opens it after `g`. */
  readonly key: string;
  readonly least?: Role;
}

export interface NavigationItem extends Place {
  readonly to: string;
}

/** The pages with a place that the operator's role may see, in the order of the routes. */
export function useNavigation(): readonly NavigationItem[] {
  const { role } = useOperator();
  const { routeTree } = useRouter();
  return useMemo(() => {
    const pages = Object.values(routeTree.children ?? {});
    return pages.flatMap(({ fullPath, options: { staticData } }) => {
      const place = staticData?.place;
      return place && hasRole(role, place.least) ? [{ to: fullPath, ...place }] : [];
    });
  }, [role, routeTree]);
}
