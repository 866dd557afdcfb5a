/** The actions that a binding can allow on its block of scope. */
export const ACTIONS = [
  'metadata.read',
  'cost.read',
  'content.read',
  'dimensions.read',
  'comparisons.run',
  'releases.deploy',
  'keys.manage',
  'members.manage',
  'feedback.write',
] as const;

export type Action = (typeof ACTIONS)[number];
