import { Type, type TObject, type TProperties, type TSchema } from 'typebox';
import { SentDimensionsSchema } from '../dimensions/dimensions-schema.ts';
import { AttemptSchema } from '../events/attempt.ts';
import { ContentSchema } from '../events/content.ts';
import { CostEffectSchema } from '../events/cost-effect.ts';
import { CoverageGapSchema } from '../events/coverage-gap.ts';
import { FeedbackVerdictSchema } from '../events/feedback-verdict.ts';
import { ProtectionEvaluationSchema } from '../events/protection-evaluation.ts';
import { ReleaseMarkerSchema } from '../events/release-marker.ts';
import { RequestAdmittedSchema } from '../events/request-admitted.ts';
import { RequestTerminalSchema } from '../events/request-terminal.ts';
import { TRAFFIC_LIMITS } from './traffic-limits.ts';

/**
 * The schema of an event for senders. The scope is optional, because the credential implies it, and dimensions may have
 * long values, which are cut.
 */
function received(title: string, schema: TObject): TSchema {
  const { scope, dimensions, ...members }: TProperties = schema.properties;
  if (scope === undefined) return schema;
  const sent = dimensions === undefined ? {} : { dimensions: Type.Optional(SentDimensionsSchema) };
  return Type.Object({ ...members, ...sent, scope: Type.Optional(scope) }, { title, additionalProperties: false });
}

/** The members that a sender may send; all others are omitted from descriptions. */
const { price_basis: _, ...sentCost } = CostEffectSchema.properties;

/** Any event of the traffic format, as it is sent. */
const ReceivedEventSchema = Type.Union(
  [
    received('RequestAdmittedEvent', RequestAdmittedSchema),
    received('RequestTerminalEvent', RequestTerminalSchema),
    received('AttemptEvent', AttemptSchema),
    received('CostEffectEvent', Type.Object(sentCost)),
    received('FeedbackVerdictEvent', FeedbackVerdictSchema),
    received('ReleaseMarkerEvent', ReleaseMarkerSchema),
    received('ProtectionEvaluationEvent', ProtectionEvaluationSchema),
    received('CoverageGapEvent', CoverageGapSchema),
    received('ContentEvent', ContentSchema),
  ],
  { title: 'TrafficEvent', description: 'An event of the traffic format; its scope is the scope of the credential' },
);

/** The events of a JSON body. */
export const ReceivedEventsSchema = Type.Union(
  [ReceivedEventSchema, Type.Array(ReceivedEventSchema, { maxItems: TRAFFIC_LIMITS.events })],
  { title: 'TrafficEvents', description: 'One event, or a list of events' },
);
