import { createLimitBreach, type LimitBreach } from '../../domain/gateway/governance/limit-breach.ts';
import { COUNTED_UNITS, LIMIT_REFUSALS } from '../../domain/gateway/governance/limit-kind.ts';
import { nodeCounterName, appliesToCaller, type LimitedCaller } from '../../domain/gateway/governance/limit-node.ts';
import type { GovernanceSettings, Limit } from '../../domain/gateway/governance/limit.ts';
import type { PriceTable } from '../../providers/prices/price-table.ts';
import type { LimitLeaseStore } from '../../store/gateway/limit-lease-store.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { CallDimensions } from '../call/call-dimensions.ts';
import { badRequest, type GatewayError } from '../call/gateway-error.ts';
import { Admission } from './admission.ts';
import { CallNeeds, type CallNeedsInput } from './call-needs.ts';
import type { GovernanceFigures } from './governance-figures.ts';
import type { CounterLease } from './counter-lease.ts';
import { LimitCounter, type CounterParts } from './limit-counter.ts';
import { limitRefusal } from './limit-refusal.ts';

export interface GovernorParts extends CounterParts {
  readonly settings: GovernanceSettings;
  readonly prices: PriceTable;
  readonly store: LimitLeaseStore;
  readonly now: () => number;
}

/** A call that is to be sent. */
export type GovernedCall = Omit<CallNeedsInput, 'admittedAt'> & {
  readonly call: Pick<AdmittedCall, 'key' | 'dimensions' | 'admittedAt'>;
  /** The part of the limits against which it is checked; absent for all of them. */
  readonly limitedBy?: 'use' | undefined;
  /** The reservations under the other limits, which a refusal returns. */
  readonly held?: Admission | undefined;
};

/** A request whose head has arrived, and whose body has not. */
export interface ArrivedRequest {
  readonly key: AdmittedCall['key'];
  readonly dimensions: CallDimensions;
  readonly atMs: number;
  /** True if it calls no model: rates and the number of parallel calls then limit it, and quotas do not. */
  readonly isCount: boolean;
}

/**
 * The part of a call that a limit counts: its presence, or the money and tokens that it uses. `rates` are the limits on
 * presence that also apply to requests that call no model.
 */
type LimitPart = 'presence' | 'rates' | 'use';

/** The counters of the limits over a call, by the part that they count. */
type CountersOver = Readonly<Record<LimitPart | 'all', readonly LimitCounter[]>>;

/** Milliseconds between checks for dead processes, and between removals of expired counters. */
const EXPIRED_MS = 5_000;
const FORGET_MS = 3_600_000;
/** Milliseconds for which counters are stored after the end of their window; the facts are stored for longer. */
const KEPT_MS = 172_800_000;

/**
 * Checks every call against all limits over it. Amounts come from leases in memory, which Postgres refills in advance.
 */
export class Governor {
  readonly #parts: GovernorParts;
  readonly #tagged: readonly Limit[];
  readonly #counters = new Map<string, LimitCounter>();
  /**
   * The counters of each key, for requests with any tags. A key that is read again gets new ones, because it may have
   * been rotated.
   */
  readonly #countersOfKey = new WeakMap<AdmittedCall['key'], CountersOver>();
  #expiredAt = -Infinity;
  #forgotAt: number;

  constructor(parts: GovernorParts) {
    this.#parts = parts;
    this.#tagged = parts.settings.limits.filter(({ node }) => node.kind === 'tag');
    this.#forgotAt = parts.monotonicMs();
  }

  /** True if any limit counts what a call uses. */
  get limitsUse(): boolean {
    return this.#parts.settings.limits.some(({ unit }) => COUNTED_UNITS[unit].isUse);
  }

  /** The keys of tags for which limits are set. */
  get limitedTags(): ReadonlySet<string> {
    return new Set(this.#tagged.flatMap(({ node }) => (node.kind === 'tag' ? [node.name] : [])));
  }

  get figures(): GovernanceFigures {
    return this.#parts.figures;
  }

  /** Milliseconds since the oldest exchange with Postgres about a lease; 0 without a lease. */
  get oldestAge(): number {
    return Math.max(0, ...[...this.#counters.values()].map(({ age = 0 }) => age));
  }

  /**
   * Counts a request under every limit that needs nothing of its body, or under none of them if one refuses it. The
   * result is immediate if the leases have enough, and takes about two seconds at most otherwise.
   */
  admitHead({
    key,
    dimensions,
    atMs,
    isCount,
  }: ArrivedRequest): Admission | GatewayError | Promise<Admission | GatewayError> {
    const over = this.#countersOver({ key, dimensions });
    return this.#admit(new Admission(), isCount ? over.rates : over.presence, atMs);
  }

  /** Reserves the maximum usage of a call in the same way. */
  admit(governed: GovernedCall): Admission | GatewayError | Promise<Admission | GatewayError> {
    const { settings, prices } = this.#parts;
    const { call, limitedBy, held, asked, endpoint, upstream, others } = governed;
    const over = this.#countersOver(call);
    const { admittedAt } = call;
    const needs = new CallNeeds({ asked, endpoint, upstream, others, admittedAt }, settings, prices);
    const admission = held ?? new Admission();
    admission.use(needs);
    const fault = over.use.length === 0 ? undefined : needs.fault;
    if (fault === undefined) return this.#admit(admission, over[limitedBy ?? 'all'], admittedAt.getTime());
    admission.giveBack();
    return badRequest(fault);
  }

  #admit(
    admission: Admission,
    counters: readonly LimitCounter[],
    atMs: number,
  ): Admission | GatewayError | Promise<Admission | GatewayError> {
    try {
      return this.#admitAtOnce(admission, counters, atMs);
    } catch (error) {
      // Without this, the amounts that were taken would stay reserved as long as the process lives.
      admission.giveBack();
      throw error;
    }
  }

  /** Makes the exchanges with Postgres that are due, and ends expired leases and counters. */
  async look(): Promise<void> {
    const { store, monotonicMs, now } = this.#parts;
    const held = [...this.#counters.values()].filter(({ isHeld }) => isHeld);
    await Promise.all(held.map((counter) => counter.look(now())));
    if (monotonicMs() - this.#expiredAt >= EXPIRED_MS) {
      this.#expiredAt = monotonicMs();
      await store.endExpired();
    }
    if (monotonicMs() - this.#forgotAt >= FORGET_MS) {
      this.#forgotAt = monotonicMs();
      await store.forget(KEPT_MS);
    }
  }

  /** Returns all leased amounts, when no call is in flight any more. */
  async close(): Promise<void> {
    await Promise.all([...this.#counters.values()].map((counter) => counter.close()));
  }

  #admitAtOnce(
    admission: Admission,
    counters: readonly LimitCounter[],
    atMs: number,
  ): Admission | GatewayError | Promise<Admission | GatewayError> {
    const now = this.#parts.monotonicMs();
    for (let index = 0; index < counters.length; index += 1) {
      const counter = counters[index] as LimitCounter;
      const need = admission.of(counter.limit.unit);
      const lease = counter.leaseAt(atMs);
      if (need > counter.limit.max) return this.#refuse(admission, unfittable(counter, need, lease));
      if (!lease.take(need, now)) return this.#admitSoon(admission, counters.slice(index), atMs);
      admission.hold(lease, need);
    }
    return admission;
  }

  async #admitSoon(
    admission: Admission,
    counters: readonly LimitCounter[],
    atMs: number,
  ): Promise<Admission | GatewayError> {
    try {
      return await this.#admitTogether(admission, counters, atMs);
    } catch (error) {
      admission.giveBack();
      throw error;
    }
  }

  /** Requests all amounts concurrently: while Postgres does not answer, the waits would add up otherwise. */
  async #admitTogether(
    admission: Admission,
    counters: readonly LimitCounter[],
    atMs: number,
  ): Promise<Admission | GatewayError> {
    const wasSuspended = admission.isSuspended;
    const now = this.#parts.monotonicMs();
    const asked = await Promise.allSettled(counters.map((counter) => wishOf(counter, admission, atMs, now)));
    const wished = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const { wish, lease, need, counter } of wished)
      if (wish === 'taken') admission.hold(lease, need);
      else if (wish === 'unreachable' && counter.limit.failsOpen) admission.holdNothing(counter.leaseAt(atMs));
    const failed = asked.find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const breach = wished.map(breachIn).find((each) => each !== undefined);
    if (breach !== undefined) return this.#refuse(admission, breach);
    if (admission.isSuspended !== wasSuspended) this.#parts.figures.suspended += 1;
    return admission;
  }

  #refuse(admission: Admission, breach: LimitBreach): GatewayError {
    admission.giveBack();
    return limitRefusal(breach, this.#parts.now());
  }

  #countersOver({ key, dimensions }: Pick<AdmittedCall, 'key' | 'dimensions'>): CountersOver {
    const counters = this.#countersOfKey.get(key) ?? this.#countersOfNew(key);
    if (this.#tagged.length === 0) return counters;
    const isTagged = ({ node }: Limit): boolean =>
      node.kind === 'tag' && dimensions?.values[`tag.${node.name}`] === node.value;
    const tagged = this.#tagged.filter(isTagged);
    return tagged.length === 0 ? counters : inParts([...counters.all, ...this.#countersAt(key, tagged)]);
  }

  #countersOfNew(key: AdmittedCall['key']): CountersOver {
    const caller = callerOf(key);
    const limits = this.#parts.settings.limits.filter(({ node }) => appliesToCaller(node, caller));
    const counters = inParts(this.#countersAt(key, limits));
    this.#countersOfKey.set(key, counters);
    return counters;
  }

  #countersAt(key: AdmittedCall['key'], limits: readonly Limit[]): LimitCounter[] {
    return limits.map((limit) => this.#counter(limit, nodeCounterName(limit.node, callerOf(key))));
  }

  #counter(limit: Limit, node: string): LimitCounter {
    const name = `${limit.id} ${node}`;
    const known = this.#counters.get(name);
    if (known !== undefined) return known;
    const counter = new LimitCounter(this.#parts, limit, node);
    this.#counters.set(name, counter);
    return counter;
  }
}

function inParts(all: readonly LimitCounter[]): CountersOver {
  const of = (part: LimitPart): readonly LimitCounter[] => all.filter(({ limit }) => isIn(part, limit));
  return { all, presence: of('presence'), rates: of('rates'), use: of('use') };
}

function isIn(part: LimitPart, { unit, refusal }: Limit): boolean {
  if (part === 'rates') return LIMIT_REFUSALS[refusal].isRate;
  return COUNTED_UNITS[unit].isUse === (part === 'use');
}

function callerOf({ rotations, owner, leaf }: AdmittedCall['key']): LimitedCaller {
  return { keyIds: rotations, owner, organizationId: leaf.organizationId };
}

/** The result of requesting the amount that a call needs under a limit. */
interface Wished {
  readonly counter: LimitCounter;
  readonly need: number;
  readonly wish: 'taken' | 'full' | 'unreachable' | 'unfittable';
  readonly lease: CounterLease;
}

/** @param now the time by the monotonic clock of leases */
async function wishOf(counter: LimitCounter, admission: Admission, atMs: number, now: number): Promise<Wished> {
  const need = admission.of(counter.limit.unit);
  const lease = counter.leaseAt(atMs);
  if (need > counter.limit.max) return { counter, need, wish: 'unfittable', lease };
  if (lease.take(need, now)) return { counter, need, wish: 'taken', lease };
  return { counter, need, ...(await counter.takeSoon(need, atMs)) };
}

/** The breach of a limit; undefined if the limit admits the call. */
function breachIn({ counter, need, wish, lease }: Wished): LimitBreach | undefined {
  if (wish === 'taken') return undefined;
  if (wish === 'full') return full(counter, lease);
  if (wish === 'unfittable') return unfittable(counter, need, lease);
  return counter.limit.failsOpen ? undefined : unreachable(counter, lease);
}

function full({ limit, node }: LimitCounter, lease: CounterLease): LimitBreach {
  return createLimitBreach(limit, { type: limit.refusal, node, observed: lease.used, resetsAt: lease.window?.to });
}

function unfittable({ limit, node }: LimitCounter, need: number, lease: CounterLease): LimitBreach {
  return createLimitBreach(limit, { type: 'quota_cost_unfittable', node, observed: need, resetsAt: lease.window?.to });
}

function unreachable({ limit, node }: LimitCounter, lease: CounterLease): LimitBreach {
  return createLimitBreach(limit, {
    type: 'enforcement_unavailable',
    node,
    observed: undefined,
    resetsAt: lease.window?.to,
  });
}
