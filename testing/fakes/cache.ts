import type { CacheSources } from '../../api/management/ports/cache-ports.ts';
import type { CacheFigure } from '../../domain/gateway/cache/cache-outcomes.ts';
import type { RepeatedCalls } from '../../domain/gateway/cache/repeated-calls.ts';
import type { Refusal } from '../../domain/kernel/errors.ts';
import type { Purge } from '../../store/gateway/cache-entry-store.ts';
import type { CacheEntryTotals } from '../../store/gateway/cache-report-store.ts';

/** The cache of a gateway, as the management plane reads it. */
export class FakeCache {
  /** True if the configuration enables the cache. */
  isOn = true;
  hasFacts = true;
  hasSemanticRule = false;
  since: string | undefined;
  figures: CacheFigure[] = [];
  held: CacheEntryTotals = { entries: 0, bytes: 0, ages: undefined };
  repeats: RepeatedCalls | Refusal = {
    ...{ calls: 0, comparable: 0, repeats: 0, hits: 0, unpriced: 0 },
    repeatedNanos: 0n,
  };
  /** The start of the period in each query for repeats. */
  readonly askedSince: Date[] = [];
  readonly purges: Purge[] = [];

  get sources(): CacheSources | undefined {
    if (!this.isOn) return undefined;
    return {
      scope: 'team',
      hasSemanticRule: this.hasSemanticRule,
      reports: {
        figures: () => Promise.resolve({ since: this.since, figures: this.figures }),
        held: () => Promise.resolve(this.held),
      },
      entries: {
        purge: (purge) => {
          this.purges.push(purge);
          return Promise.resolve(3);
        },
      },
      ...(this.hasFacts && {
        countRepeats: (since: Date) => {
          this.askedSince.push(since);
          return 'calls' in this.repeats ? Promise.resolve(this.repeats) : Promise.reject(this.repeats);
        },
      }),
    };
  }
}
