import { AI_SDK } from './ai-sdk.ts';
import { CODING_AGENTS } from './coding-agents.ts';
import type { DimensionNameList } from './dimension-name-list.ts';
import { LANGSMITH } from './langsmith.ts';
import { LITELLM } from './litellm.ts';
import { OPENINFERENCE } from './openinference.ts';
import { OPENLLMETRY } from './openllmetry.ts';
import { OPENTELEMETRY } from './opentelemetry.ts';
import { PYDANTIC_AI } from './pydantic-ai.ts';

/** The generations in the order of the look-up, as in `call-names.ts`. */
const GENERATIONS: readonly DimensionNameList[] = [
  OPENTELEMETRY.dimensions,
  OPENLLMETRY.dimensions,
  PYDANTIC_AI.dimensions,
  OPENINFERENCE.dimensions,
  AI_SDK.dimensions,
  LANGSMITH.dimensions,
  LITELLM.dimensions,
  CODING_AGENTS.dimensions,
];

/** The attribute names for each dimension, of all generations, in the order of the look-up. */
export const SPAN_DIMENSION_NAMES: Required<DimensionNameList> = {
  user: namesOf('user'),
  tenant: namesOf('tenant'),
  feature: namesOf('feature'),
  agent: namesOf('agent'),
  key: namesOf('key'),
  session: namesOf('session'),
  memberPrefixes: namesOf('memberPrefixes'),
  metadata: namesOf('metadata'),
  labels: namesOf('labels'),
};

function namesOf(part: keyof DimensionNameList): readonly string[] {
  return GENERATIONS.flatMap((names) => names[part] ?? []);
}
