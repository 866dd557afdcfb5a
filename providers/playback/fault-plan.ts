import { Type, type Static } from 'typebox';

const when = {
  skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e9, description: 'Calls that pass before the first' })),
  calls: Type.Optional(Type.Integer({ minimum: 1, maximum: 1e9, description: 'How many calls of it, at most' })),
  every: Type.Optional(Type.Integer({ minimum: 1, maximum: 1e9, description: 'Each n-th call alone' })),
  for_seconds: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 86_400, description: 'For how long from the plan on' }),
  ),
};
const billed = Type.Optional(
  Type.Boolean({ description: 'Whether the call is paid for all the same; true where absent' }),
);

const FaultSchema = Type.Union([
  Type.Object(
    {
      fault: Type.Literal('rate_limited'),
      retry_after_seconds: Type.Integer({ minimum: 0, maximum: 86_400 }),
      ...when,
    },
    { additionalProperties: false },
  ),
  Type.Object({ fault: Type.Literal('overloaded'), ...when }, { additionalProperties: false }),
  Type.Object(
    { fault: Type.Literal('failing'), status: Type.Integer({ minimum: 500, maximum: 504 }), billed, ...when },
    { additionalProperties: false },
  ),
  Type.Object({ fault: Type.Literal('cut'), billed, ...when }, { additionalProperties: false }),
  Type.Object({ fault: Type.Literal('malformed'), billed, ...when }, { additionalProperties: false }),
  Type.Object(
    { fault: Type.Literal('slow'), latency_ms: Type.Integer({ minimum: 0, maximum: 3_600_000 }), ...when },
    { additionalProperties: false },
  ),
]);

/** The plan of faults in the playback provider's answers. It begins when the provider receives it. */
export const FaultPlanSchema = Type.Object(
  {
    latency_ms: Type.Integer({ minimum: 0, maximum: 3_600_000 }),
    faults: Type.Array(FaultSchema, { maxItems: 32, description: 'Of those that apply to a call, the first' }),
  },
  { additionalProperties: false },
);

export type FaultPlan = Static<typeof FaultPlanSchema>;
export type PlannedFault = FaultPlan['faults'][number];

/** The fault of a call, by its number since the plan began, from 0, and the milliseconds since then. */
export function plannedFault(plan: FaultPlan, call: number, elapsedMs: number): PlannedFault | undefined {
  return plan.faults.find(({ skip = 0, calls = Infinity, every = 1, for_seconds: seconds = Infinity }) => {
    const index = call - skip;
    return elapsedMs < seconds * 1_000 && index >= 0 && index % every === 0 && index / every < calls;
  });
}
