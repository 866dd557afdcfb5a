import type { ProducerClass } from '../../../domain/insight/insight-sets.ts';
import { AttemptSchema, type Attempt } from './attempt.ts';
import { CostEffectSchema, type CostEffect } from './cost-effect.ts';
import { CoverageGapSchema, type CoverageGap } from './coverage-gap.ts';
import { EvaluationOutcomeSchema, type EvaluationOutcome } from './evaluation-outcome.ts';
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
  evaluation_outcome: EvaluationOutcomeSchema,
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
  | ProtectionEvaluation
  | EvaluationOutcome;

export type TrafficEvent = FactEvent | CoverageGap;

export function isEventName(name: unknown): name is EventName {
  return typeof name === 'string' && Object.hasOwn(TRAFFIC_SCHEMAS, name);
}

/**
 * True for events about requests that are not traffic themselves. No figure of a read uses them, so a missing one makes
 * no figure wrong.
 */
export function isCompanionEvent(name: unknown): boolean {
  return name === 'evaluation_outcome';
}

const OF_CONTROL_PLANE: readonly (EventName | undefined)[] = [
  'release_marker',
  'feedback_verdict',
  'evaluation_outcome',
];

/**
 * The producer of the events of a name: gateways produce traffic; the control plane produces releases, feedback and
 * outcomes.
 */
export function eventProducer(name: EventName | undefined): ProducerClass {
  return OF_CONTROL_PLANE.includes(name) ? 'control_plane_outbox' : 'gateway_journal';
}
