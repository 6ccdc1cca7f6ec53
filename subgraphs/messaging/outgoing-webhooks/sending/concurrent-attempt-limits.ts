/** Maximum attempts in progress in one process. */
export interface AttemptLimits {
  /** For one endpoint. */
  readonly perEndpoint: number;
  /** For one organization, however many endpoints it has. */
  readonly perOrganization: number;
  readonly ofAll: number;
}

/** Attempts above an organization's share, each the only one of its endpoint. */
const MOST_FIRST = 16;
/** Such attempts above the total limit. Organizations that then wait are first in turn for freed slots. */
const MOST_FIRST_OF_ALL = 128;

export const ATTEMPT_LIMITS: AttemptLimits = { perEndpoint: 8, perOrganization: 64, ofAll: 512 };

interface Subscription {
  readonly organizationId: string;
  readonly endpointId: string;
}

/** Attempts in progress. */
export class AttemptsInProgress {
  readonly #byEndpoint = new Map<string, number>();
  readonly #byOrganization = new Map<string, number>();
  #all = 0;

  begin({ organizationId, endpointId }: Subscription): void {
    this.#add(organizationId, endpointId, 1);
  }

  end({ organizationId, endpointId }: Subscription): void {
    this.#add(organizationId, endpointId, -1);
  }

  /**
   * The order of organizations: fewest attempts in progress first, so that scarce slots rotate, even if one
   * organization has far more to send.
   */
  inTurn<S extends Subscription>(due: readonly S[]): readonly S[] {
    return [...due].sort(
      (one, other) =>
        this.#of(one.organizationId) - this.#of(other.organizationId) ||
        (this.#byEndpoint.get(one.endpointId) ?? 0) - (this.#byEndpoint.get(other.endpointId) ?? 0),
    );
  }

  /**
   * How many more attempts an endpoint may start for an organization. An organization gets at most an equal share of
   * the total, so receivers that hang use up only their own lender's slots. When that share or the total is used up,
   * an endpoint without an attempt in progress may still start one, up to a limit.
   *
   * @param organizations - those with events to send or attempts in progress.
   */
  room({ organizationId, endpointId }: Subscription, organizations: number, limits: AttemptLimits): number {
    const share = Math.max(1, Math.min(limits.perOrganization, Math.floor(limits.ofAll / Math.max(1, organizations))));
    const ofEndpoint = this.#byEndpoint.get(endpointId) ?? 0;
    const ofOrganization = this.#of(organizationId);
    const mayBeFirst = ofOrganization < share + MOST_FIRST && this.#all < limits.ofAll + MOST_FIRST_OF_ALL;
    const first = ofEndpoint === 0 && mayBeFirst ? 1 : 0;
    const shared = Math.min(share - ofOrganization, limits.ofAll - this.#all);
    return Math.max(0, Math.min(limits.perEndpoint - ofEndpoint, Math.max(shared, first)));
  }

  /** Counts organizations with attempts in progress or deliveries due. */
  organizations(due: readonly Subscription[]): number {
    return new Set([...this.#byOrganization.keys(), ...due.map(({ organizationId }) => organizationId)]).size;
  }

  #of(organizationId: string): number {
    return this.#byOrganization.get(organizationId) ?? 0;
  }

  #add(organizationId: string, endpointId: string, by: 1 | -1): void {
    count(this.#byOrganization, organizationId, by);
    count(this.#byEndpoint, endpointId, by);
    this.#all += by;
  }
}

function count(counts: Map<string, number>, key: string, by: number): void {
  const next = (counts.get(key) ?? 0) + by;
  if (next === 0) counts.delete(key);
  else counts.set(key, next);
}
