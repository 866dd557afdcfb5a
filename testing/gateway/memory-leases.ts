import { exchangeLease } from '../../domain/gateway/governance/exchange-lease.ts';
import type { LeaseAnswer, LimitLeaseStore } from '../../store/gateway/limit-lease-store.ts';

/** One counter: its settled and leased amounts, and the holders of leases. */
export interface MemoryCounter {
  settled: number;
  leased: number;
}

/** Leases of limits in memory, in place of Postgres. */
export interface MemoryLeases {
  readonly store: LimitLeaseStore;
  /** Counters by limit and node. */
  readonly counters: ReadonlyMap<string, MemoryCounter>;
  /** The number of completed exchanges. */
  readonly exchanges: () => number;
  /** Makes the store reachable or unreachable from now on. */
  reach(isReachable: boolean): void;
  /** Makes the store silent from now on: it does not answer. */
  hush(): void;
  /** The requested limits that the silent store has not answered. */
  readonly unanswered: () => readonly string[];
  /** Uses an amount on behalf of another process. */
  use(name: string, amount: number): void;
  /** Lets all leases lapse. */
  lapse(): void;
  /** Ends every wait for the silent store. */
  end(): void;
}

export function createMemoryLeases(): MemoryLeases {
  const counters = new Map<string, MemoryCounter>();
  const held = new Map<string, number>();
  const lapsed = new Set<string>();
  let exchanges = 0;
  const unanswered: string[] = [];
  const waiting: ((error: Error) => void)[] = [];
  let state: 'reachable' | 'unreachable' | 'hushed' = 'reachable';
  const counterOf = (name: string): MemoryCounter => {
    const counter = counters.get(name) ?? { settled: 0, leased: 0 };
    counters.set(name, counter);
    return counter;
  };
  return {
    store: {
      exchange({ leaseId, counter: { limitId, node } }, exchange): Promise<LeaseAnswer> {
        if (state === 'unreachable') return Promise.reject(new Error('Postgres is away.'));
        if (state === 'hushed') {
          unanswered.push(limitId);
          return new Promise((_resolve, reject) => waiting.push(reject));
        }
        if (lapsed.has(leaseId)) return Promise.resolve({ charged: held.get(leaseId) ?? 0 });
        exchanges += 1;
        const counter = counterOf(`${limitId} ${node}`);
        const before = held.get(leaseId) ?? 0;
        const used = counter.settled + counter.leased;
        const { dropped, granted, left } = exchangeLease({ used, max: exchange.max, held: before }, exchange);
        counter.settled += exchange.settled;
        counter.leased += granted - dropped;
        held.set(leaseId, before - dropped + granted);
        return Promise.resolve({ held: before - dropped + granted, left });
      },
      endExpired: () => Promise.resolve(0),
      forget: () => Promise.resolve(),
    },
    counters,
    exchanges: () => exchanges,
    unanswered: () => unanswered,
    reach(isReachable) {
      state = isReachable ? 'reachable' : 'unreachable';
    },
    hush() {
      state = 'hushed';
    },
    use(name, amount) {
      counterOf(name).settled += amount;
    },
    lapse() {
      for (const leaseId of held.keys()) lapsed.add(leaseId);
    },
    end() {
      state = 'unreachable';
      for (const reject of waiting.splice(0)) reject(new Error('Postgres is away.'));
    },
  };
}
