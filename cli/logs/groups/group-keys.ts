/** The facts by which `top` groups calls. */
export const GROUP_KEYS = ['model', 'trace', 'agent', 'step-class', 'tool'] as const;
export type GroupKey = (typeof GROUP_KEYS)[number];

/** Groups that can be as many as calls. Their latencies are not kept. */
export function isUnbounded(key: GroupKey): boolean {
  return key === 'trace';
}
