/**
 * The kinds of steps of an agent: a user message, a tool result, or the continuation of state that the provider stores.
 */
export const STEP_CLASSES = ['user_turn', 'tool_loop', 'provider_state'] as const;
export type StepClass = (typeof STEP_CLASSES)[number];
