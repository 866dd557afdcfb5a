import type { RepeatedCalls } from '../../../domain/gateway/cache/repeated-calls.ts';
import type { LoggedCall } from '../../logs/logged-call.ts';

/** The maximum number of groups that are held. A log with more distinct sizes and owners is refused. */
const MAX_GROUPS = 2_000_000;

interface SimilarCalls {
  calls: number;
  priced: number;
  nanos: bigint;
}

/** The calls that a semantic rule has examined. */
export interface SemanticCoverage {
  /** The number of calls with a result of a rule of the kind `semantic`. */
  readonly examined: number;
  readonly requests: number;
}

/**
 * Counts calls that look like an earlier call within the same scope: those with the same environment, owner, provider,
 * model and number of input tokens.
 */
export class RepeatTally {
  readonly #groups = new Map<string, SimilarCalls>();
  #calls = 0;
  #hits = 0;
  #examined = 0;

  /** @returns false if there are too many groups for an exact count */
  add(call: LoggedCall): boolean {
    if (call.purpose !== 'application') return true;
    const isHit = call.cacheStatus === 'hit';
    const answer = call.attempts.at(-1);
    if (!isHit && answer?.outputState !== 'complete') return true;
    if (call.noted?.['cache.similarity'] !== undefined || call.noted?.['cache.kind'] === 'semantic')
      this.#examined += 1;
    if (isHit) {
      this.#hits += 1;
      return true;
    }
    this.#calls += 1;
    if (answer?.inputTokens === undefined) return true;
    const { organization_id: organization, environment_id: environment } = call.scope;
    const key = JSON.stringify([
      organization,
      environment,
      call.team,
      answer.provider,
      answer.model,
      answer.inputTokens,
    ]);
    const group = this.#groups.get(key) ?? { calls: 0, priced: 0, nanos: 0n };
    group.calls += 1;
    if (answer.costNanos !== undefined) {
      group.priced += 1;
      group.nanos += answer.costNanos;
    }
    this.#groups.set(key, group);
    return this.#groups.size <= MAX_GROUPS;
  }

  get repeated(): RepeatedCalls {
    const groups = [...this.#groups.values()];
    const comparable = groups.reduce((sum, { calls }) => sum + calls, 0);
    return {
      calls: this.#calls,
      comparable,
      repeats: comparable - groups.length,
      hits: this.#hits,
      // A repeat costs the average of its group.
      repeatedNanos: groups.reduce(
        (sum, { calls, priced, nanos }) => sum + (priced === 0 ? 0n : (nanos * BigInt(calls - 1)) / BigInt(calls)),
        0n,
      ),
      unpriced: groups.reduce((sum, { calls, priced }) => sum + (calls > 1 ? calls - priced : 0), 0),
    };
  }

  get semantic(): SemanticCoverage {
    return { examined: this.#examined, requests: this.#calls + this.#hits };
  }
}
