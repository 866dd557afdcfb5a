import { Type } from 'typebox';
import { TRAFFIC_LIMITS } from '../received/traffic-limits.ts';

const EntrySchema = Type.Object(
  {},
  {
    title: 'LitellmLogEntry',
    additionalProperties: true,
    description: 'A StandardLoggingPayload of LiteLLM; its members differ between versions',
  },
);

/** The body that LiteLLM's callback sends. */
export const LitellmLogSchema = Type.Union(
  [EntrySchema, Type.Array(EntrySchema, { maxItems: TRAFFIC_LIMITS.events })],
  { title: 'LitellmLog', description: 'One entry, or a list of entries' },
);
