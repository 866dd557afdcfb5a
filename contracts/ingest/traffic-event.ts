import type { ProducerClass } from '../../domain/insight/insight-sets.ts';
import { AttemptSchema, type Attempt } from './attempt.ts';
import { CostEffectSchema, type CostEffect } from './cost-effect.ts';
import { CoverageGapSchema, type CoverageGap } from './coverage-gap.ts';
import { FeedbackVerdictSchema, type FeedbackVerdict } from './feedback-verdict.ts';
import { ProtectionEvaluationSchema, type ProtectionEvaluation } from './protection-evaluation.ts';
import { ReleaseMarkerSchema, type ReleaseMarker } from './release-marker.ts';
import { RequestAdmittedSchema, type RequestAdmitted } from './request-admitted.ts';
import { RequestTerminalSchema, type RequestTerminal } from './request-terminal.ts';

/** Every event of the traffic format by its name. */
export const TRAFFIC_SCHEMAS = {
  request_admitted: RequestAdmittedSchema,
  request_terminal: RequestTerminalSchema,
  attempt: AttemptSchema,
  cost_effect: CostEffectSchema,
  feedback_verdict: FeedbackVerdictSchema,
  release_marker: ReleaseMarkerSchema,
  protection_evaluation: ProtectionEvaluationSchema,
  coverage_gap: CoverageGapSchema,
} as const;

export type EventName = keyof typeof TRAFFIC_SCHEMAS;

/** An event that becomes a row of a fact table. */
export type FactEvent =
  | RequestAdmitted
  | RequestTerminal
  | Attempt
  | CostEffect
  | FeedbackVerdict
  | ReleaseMarker
  | ProtectionEvaluation;

export type TrafficEvent = FactEvent | CoverageGap;

export function isEventName(name: unknown): name is EventName {
  return typeof name === 'string' && Object.hasOwn(TRAFFIC_SCHEMAS, name);
}

/** Who produces the events of a name: gateways their traffic, the control plane releases and feedback. */
export function producerOf(name: EventName | undefined): ProducerClass {
  return name === 'release_marker' || name === 'feedback_verdict' ? 'control_plane_outbox' : 'gateway_journal';
}
