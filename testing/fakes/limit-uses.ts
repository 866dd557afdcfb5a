import type { LimitSources } from '../../api/management/ports/limit-ports.ts';
import type { LimitEntry } from '../../domain/gateway/governance/governance-block.ts';
import { governanceSettings } from '../../domain/gateway/governance/limit.ts';
import type { CurrentLimit, CurrentLimitUse, LimitUsePosition } from '../../store/gateway/limit-use-store.ts';

/** The limits of a configuration file and their use, in memory. */
export class FakeLimitUses {
  /** The limits of the configuration file. */
  entries: readonly LimitEntry[] = [{ id: 'all-month', node: 'organization', budget_usd: 500, per: 'month' }];
  uses: readonly CurrentLimitUse[] = [];
  /** The limits of each query, with their windows. */
  readonly asked: (readonly CurrentLimit[])[] = [];

  get sources(): LimitSources | undefined {
    const { limits } = governanceSettings({ limits: this.entries });
    if (limits.length === 0) return undefined;
    return {
      limits,
      uses: {
        listCurrent: (asked, { after, node, limit }) => {
          this.asked.push(asked);
          const rows = asked
            .flatMap(({ limitId }) => this.#usesOf(limitId))
            .filter((use) => node === undefined || use.node === node)
            .sort((a, b) => compare(positionOf(a), positionOf(b)));
          return Promise.resolve(
            rows.filter((use) => after === undefined || compare(positionOf(use), after) > 0).slice(0, limit),
          );
        },
      },
    };
  }

  #usesOf(limitId: string): readonly CurrentLimitUse[] {
    const uses = this.uses.filter((use) => use.limitId === limitId);
    if (uses.length > 0) return uses;
    const nothing = { settled: 0n, lapsed: 0n, leased: 0n, warnedAt: null, warnedPercent: null };
    return [{ limitId, node: null, ...nothing }];
  }
}

function positionOf({ limitId, node }: CurrentLimitUse): LimitUsePosition {
  return { limitId, node: node ?? '' };
}

function compare(one: LimitUsePosition, other: LimitUsePosition): number {
  if (one.limitId !== other.limitId) return one.limitId < other.limitId ? -1 : 1;
  return one.node === other.node ? 0 : one.node < other.node ? -1 : 1;
}
