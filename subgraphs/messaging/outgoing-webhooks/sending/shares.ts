/** How many tries a process has under way at once. */
export interface TryLimits {
  /** Of one endpoint. */
  readonly perEndpoint: number;
  /** Of one organization, however many endpoints it has. */
  readonly perOrganization: number;
  readonly ofAll: number;
}

/** Tries beyond an organization's share, each the only one of its endpoint. */
const MOST_FIRST = 16;
/** Such tries beyond all there may be. Whoever then waits comes first in the turn of what becomes free. */
const MOST_FIRST_OF_ALL = 128;

export const TRY_LIMITS: TryLimits = { perEndpoint: 8, perOrganization: 64, ofAll: 512 };

interface Subscription {
  readonly organizationId: string;
  readonly endpointId: string;
}

/** Tries that are under way. */
export class TriesUnderWay {
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
   * The order in which organizations have their turns: who has the fewest tries under way comes first, so that room that is scarce goes
   * round, whoever has the most to send.
   */
  inTurn<S extends Subscription>(due: readonly S[]): readonly S[] {
    return [...due].sort(
      (one, other) =>
        this.#of(one.organizationId) - this.#of(other.organizationId) ||
        (this.#byEndpoint.get(one.endpointId) ?? 0) - (this.#byEndpoint.get(other.endpointId) ?? 0),
    );
  }

  /**
   * How many more tries an endpoint may begin for an organization. Nobody gets more than an equal share of all there may be, so that
   * receivers that hang hold what is their lender's, and no more. Where that is used up, or others came before and hold everything, an
   * endpoint that has no try under way may begin one all the same, as long as few do.
   *
   * @param organizations - how many have something to send, or under way.
   */
  room({ organizationId, endpointId }: Subscription, organizations: number, limits: TryLimits): number {
    const share = Math.max(1, Math.min(limits.perOrganization, Math.floor(limits.ofAll / Math.max(1, organizations))));
    const ofEndpoint = this.#byEndpoint.get(endpointId) ?? 0;
    const ofOrganization = this.#of(organizationId);
    const mayBeFirst = ofOrganization < share + MOST_FIRST && this.#all < limits.ofAll + MOST_FIRST_OF_ALL;
    const first = ofEndpoint === 0 && mayBeFirst ? 1 : 0;
    const shared = Math.min(share - ofOrganization, limits.ofAll - this.#all);
    return Math.max(0, Math.min(limits.perEndpoint - ofEndpoint, Math.max(shared, first)));
  }

  /** With those that have something due. */
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
