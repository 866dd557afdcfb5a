import type { LiveDecisionPorts } from '../../api/management/ports/live-decision-ports.ts';
import type { CallDecision } from '../../contracts/gateway/decisions/call-decision.ts';
import type { Refusal } from '../../domain/kernel/errors.ts';
import type { DecisionFollower } from '../../journal/decisions/decision-reading.ts';
import {
  type DecisionSelection,
  isSelected,
  type LaterDecisions,
  RecentDecisions,
} from '../../journal/decisions/recent-decisions.ts';

/** A call that a provider answered. */
export function makeCallDecision(change: Partial<CallDecision> = {}): CallDecision {
  return {
    req_id: 'greq_00000000000000000000000001',
    decision: 'admitted',
    status: 'succeeded',
    kind: null,
    limit_id: null,
    answered_by: { source: 'provider', provider: 'openai', model: 'gpt-5-mini' },
    attempts: 1,
    cost_nano_usd: '1250000',
    cost_is_estimate: false,
    streaming: false,
    total_ms: 812.5,
    admitted_at: '2026-03-01T11:59:00.000Z',
    ended_at: '2026-03-01T11:59:00.813Z',
    purpose: 'application',
    organization_id: 'org_00000000000000000000000001',
    workspace_id: 't_00000000000000000000000001',
    application_id: 'app_00000000000000000000000001',
    gateway_id: 'gw_00000000000000000000000001',
    environment_id: 'env_00000000000000000000000001',
    owner: 'search',
    key_id: 'kid_00000000000000000000000001',
    route_id: null,
    skipped_before: 0,
    unavailable: [],
    ...change,
  };
}

/** The last calls of a gateway, in memory. */
export class FakeDecisions {
  readonly recent = new RecentDecisions('0000000a');
  readonly followers = new Map<DecisionFollower, DecisionSelection>();
  /** True if streams stay open; otherwise each stream ends immediately, as in a process that stops. */
  staysOpen = false;
  /** The refusal of each read; undefined while reads work. */
  fault: Refusal | undefined;
  /** The monotonic time in milliseconds. */
  nowMs = 0;

  /** Ends a call, and passes it to the open streams. */
  end(change: Partial<CallDecision> = {}): void {
    const held = this.recent.add(makeCallDecision(change));
    for (const [follower, selection] of this.followers) if (isSelected(held, selection)) follower.accept([held]);
  }

  readonly feed: LiveDecisionPorts['decisions'] = {
    list: (selection, after, limit) => {
      if (this.fault !== undefined) return Promise.reject(this.fault);
      const { lastEventId } = this.recent;
      return Promise.resolve({ decisions: this.recent.list(selection, after, limit), lastEventId });
    },
    follow: (selection, follower, lastEventId) => {
      if (this.fault !== undefined) return Promise.reject(this.fault);
      this.followers.set(follower, selection);
      if (!this.staysOpen) setImmediate(() => follower.end());
      const nothing: LaterDecisions = { decisions: [], isComplete: true };
      return Promise.resolve({
        later: lastEventId === undefined ? nothing : this.recent.after(selection, lastEventId),
        stop: () => void this.followers.delete(follower),
      });
    },
  };
}
