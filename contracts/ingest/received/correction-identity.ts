import { Type, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { TRAFFIC_SCHEMAS, type EventName } from '../events/traffic-event.ts';

/** The name of an event, and the ids that identify it within its workspace. */
export type CorrectionIdentity = Readonly<Record<string, unknown>>;

/** The ids of the events without which a figure is wrong, and which are recognized when they arrive later. */
const IDS = {
  request_admitted: ['logical_request_id'],
  request_terminal: ['logical_request_id'],
  attempt: ['logical_request_id', 'attempt_id'],
  cost_effect: ['logical_request_id', 'effect_id'],
  feedback_verdict: ['logical_request_id', 'issuer_ref', 'feedback_id', 'revision'],
  protection_evaluation: ['logical_request_id', 'component_id', 'phase', 'evaluated_at'],
  release_marker: ['marker_id'],
} as const satisfies Record<Exclude<EventName, 'coverage_gap' | 'evaluation_outcome'>, readonly string[]>;

type Known = keyof typeof IDS;

interface Validator {
  Check(value: unknown): boolean;
}

const validators = Object.fromEntries(
  Object.entries(IDS).map(([name, ids]) => [name, validatorOf(name as Known, ids)]),
) as Record<Known, Validator>;

function validatorOf(name: Known, ids: readonly string[]): Validator {
  const members = Object.entries<TSchema>(TRAFFIC_SCHEMAS[name].properties);
  return Compile(Type.Object(Object.fromEntries(members.filter(([member]) => ids.includes(member)))));
}

/**
 * The identity that the corrected version of a faulty event will have. Undefined if its members are missing or invalid:
 * a later event could then not be recognized as the correction.
 */
export function correctionIdentity(value: unknown): CorrectionIdentity | undefined {
  if (typeof value !== 'object' || value === null || !('event' in value)) return undefined;
  const { event: name, ...members }: { event: unknown } & Readonly<Record<string, unknown>> = value;
  if (!isKnown(name)) return undefined;
  const ids = Object.fromEntries(IDS[name].map((id) => [id, members[id]]));
  return validators[name].Check(ids) ? { event: name, ...ids } : undefined;
}

function isKnown(name: unknown): name is Known {
  return typeof name === 'string' && Object.hasOwn(IDS, name);
}
