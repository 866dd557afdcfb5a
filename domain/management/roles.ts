/** The roles of the management plane, in ascending order. Each role includes the rights of those before it. */
export const ROLES = ['viewer', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** True if a role includes the rights of `floor`. */
export function isRoleAtLeast(role: Role, floor: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(floor);
}
