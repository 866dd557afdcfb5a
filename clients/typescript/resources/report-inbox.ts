import type { Answer } from '../transport/answer.ts';
import type { CallOptions, ListOptions } from '../call-options.ts';
import { type PagedList, pagedList } from '../paged-list.ts';
import { inWorkspace, type Place } from '../place.ts';
import type { Transport } from '../transport/transport.ts';
import type { OpenedInboxItemV1, ReportInboxItemV1 } from '../wire.ts';

/** `customer.report_inbox.*`: what schedules delivered to the caller. */
export interface ReportInbox {
  /** The caller's own items, newest first, each with the name of its report; null where it cannot be opened any more. */
  list(options?: ListOptions): PagedList<ReportInboxItemV1>;
  /** The item and its run, as far as the caller may see it now. The first opening sets `read_at`. */
  open(deliveryId: string, options?: CallOptions): Promise<Answer<OpenedInboxItemV1>>;
}

export function reportInboxOver(transport: Transport, place: Place): ReportInbox {
  return {
    list: ({ limit, cursor: first, ...options } = {}) =>
      pagedList(first, async (cursor) => {
        const query = { limit, cursor };
        const answer = await transport.ask('customer.report_inbox.list', { ids: inWorkspace(place), query, options });
        const { data: items, ...rest } = answer;
        return { items, ...rest };
      }),
    open: async (delivery, options) =>
      transport.ask('customer.report_inbox.open', { ids: { org: place.organizationId, delivery }, options }),
  };
}
