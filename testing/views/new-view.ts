import { newId } from '../../store/postgres/new-id.ts';
import type { NewSavedView } from '../../store/views/saved-view-store.ts';

/** The owner of a view, and its workspace. */
export interface ViewOwner {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly ownerId: string;
}

/** A personal view of the owner, with the requests of the last day. */
export function newView(place: ViewOwner, over: Partial<NewSavedView> = {}): NewSavedView {
  return {
    id: newId('savedView'),
    organization_id: place.organizationId,
    workspace_id: place.workspaceId,
    owner: place.ownerId,
    name: 'Requests',
    audience: 'personal',
    filter_version: 1,
    query: { schema: 1, shape: 'overview', metrics: ['requests.v1'] },
    time_intent: 'relative',
    relative_window_seconds: 86_400,
    display_tz: 'Europe/Berlin',
    ...over,
  };
}
