const LATE_SECONDS = 900;

interface SeenSystem {
  readonly isActive: boolean;
  readonly sync?: { readonly lagSeconds?: number | null } | null;
  readonly sightings?:
    | readonly {
        readonly isStale: boolean;
        readonly isBroken?: boolean | null;
        readonly isReachable?: boolean | null;
      }[]
    | null;
}

interface Health {
  readonly text: string;
  readonly tone: 'good' | 'waiting' | 'bad' | 'quiet';
}

/** Whether a loan system is reachable, and its sync is on time. */
export function healthOf({ isActive, sightings, sync }: SeenSystem): Health {
  if (!isActive) return { text: 'Removed', tone: 'quiet' };
  const fresh = (sightings ?? []).filter(({ isStale }) => !isStale);
  if (fresh.some(({ isBroken, isReachable }) => isBroken || isReachable === false)) {
    return { text: 'Unreachable', tone: 'bad' };
  }
  if ((sync?.lagSeconds ?? 0) > LATE_SECONDS) return { text: 'Behind', tone: 'waiting' };
  return { text: 'Healthy', tone: 'good' };
}
