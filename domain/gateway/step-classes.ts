/** What a step of an agent may be: a person speaks, the result of a tool is brought, or a provider goes on with what it keeps. */
export const STEP_CLASSES = ['user_turn', 'tool_loop', 'provider_state'] as const;
export type StepClass = (typeof STEP_CLASSES)[number];
