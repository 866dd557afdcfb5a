/**
 * The kinds of an agent's steps: a user's message, the result of a tool, or a provider's continuation of state that it
 * stores.
 */
export const STEP_CLASSES = ['user_turn', 'tool_loop', 'provider_state'] as const;
export type StepClass = (typeof STEP_CLASSES)[number];
