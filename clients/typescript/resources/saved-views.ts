import type { Answer, Creation } from '../transport/answer.ts';
import type { CallOptions, ListOptions } from '../call-options.ts';
import { type PagedList, pagedList } from '../paged-list.ts';
import { inWorkspace, type Place } from '../place.ts';
import type { Transport } from '../transport/transport.ts';
import type { OpenedSavedView, SavedView, SavedViewCreate, SavedViewDeletion, SavedViewUpdate } from '../wire.ts';

/** `customer.saved_views.*`: questions kept under a name. */
export interface SavedViews {
  /** The team's views of the workspace and the caller's own, newest first. */
  list(options?: ListOptions): PagedList<SavedView>;
  get(savedViewId: string, options?: CallOptions): Promise<Answer<SavedView>>;
  /** Asks the stored question now, under the caller's own access. */
  open(savedViewId: string, options?: CallOptions): Promise<Answer<OpenedSavedView>>;
  create(view: SavedViewCreate, options?: CallOptions): Promise<Creation<SavedView>>;
  /** Replaces the whole view, if it is still at `expected_revision`. */
  update(savedViewId: string, view: SavedViewUpdate, options?: CallOptions): Promise<Answer<SavedView>>;
  delete(savedViewId: string, options?: CallOptions): Promise<Answer<SavedViewDeletion>>;
}

export function savedViewsOver(transport: Transport, place: Place): SavedViews {
  const at = (sv: string) => ({ org: place.organizationId, sv });
  return {
    list: ({ limit, cursor: first, ...options } = {}) =>
      pagedList(first, async (cursor) => {
        const query = { limit, cursor };
        const answer = await transport.ask('customer.saved_views.list', { ids: inWorkspace(place), query, options });
        const { data: items, ...rest } = answer;
        return { items, ...rest };
      }),
    get: async (savedViewId, options) => transport.ask('customer.saved_views.get', { ids: at(savedViewId), options }),
    open: async (savedViewId, options) => transport.ask('customer.saved_views.open', { ids: at(savedViewId), options }),
    create: async (body, options) =>
      transport.create('customer.saved_views.create', { ids: inWorkspace(place), body, options }),
    update: async (savedViewId, body, options) =>
      transport.ask('customer.saved_views.update', { ids: at(savedViewId), body, options }),
    delete: async (savedViewId, options) =>
      transport.ask('customer.saved_views.delete', { ids: at(savedViewId), options }),
  };
}
