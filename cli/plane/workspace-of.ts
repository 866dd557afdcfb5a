import type { Plane } from './open-plane.ts';

/** The workspace of a command: that of the flag or of the settings. The service knows the only one there is. */
export function workspaceOf(
  { settings }: Plane,
  { workspace }: { readonly workspace: string | undefined },
): { readonly workspace_id?: string } {
  const id = workspace ?? settings.find('workspace')?.value;
  return id === undefined ? {} : { workspace_id: id };
}
