import type { Answer } from '../transport/answer.ts';
import type { CallOptions, ListOptions } from '../call-options.ts';
import { type PagedList, pagedList } from '../paged-list.ts';
import { inWorkspace, type Place } from '../place.ts';
import type { Transport } from '../transport/transport.ts';
import type { ApplicationV1, EnvironmentV1, GatewayV1, MeV1, WorkspaceV1 } from '../wire.ts';

/** A list that takes nothing but where it begins. */
interface Listed<Item> {
  /** Those that exist for the caller, newest first. */
  list(options?: ListOptions): PagedList<Item>;
}

/** Who asks, and the nodes of the tree that exist for them. */
export interface Tenancy {
  readonly me: {
    /** The subject of the credential, its organization, and what it may do where. */
    get(options?: CallOptions): Promise<Answer<MeV1>>;
  };
  /** Of the organization. */
  readonly workspaces: Listed<WorkspaceV1>;
  /** Of the client's workspace, as are gateways and environments. */
  readonly applications: Listed<ApplicationV1>;
  readonly gateways: Listed<GatewayV1>;
  readonly environments: Listed<EnvironmentV1>;
}

export function tenancyOver(transport: Transport, place: Place): Tenancy {
  return {
    me: { get: async (options) => transport.ask('customer.me.get', { ids: {}, options }) },
    workspaces: {
      list: ({ limit, cursor: first, ...options } = {}) =>
        pagedList(first, async (cursor) => {
          const input = { ids: { org: place.organizationId }, query: { limit, cursor }, options };
          const { data: items, ...rest } = await transport.ask('customer.workspaces.list', input);
          return { items, ...rest };
        }),
    },
    applications: {
      list: ({ limit, cursor: first, ...options } = {}) =>
        pagedList(first, async (cursor) => {
          const input = { ids: inWorkspace(place), query: { limit, cursor }, options };
          const { data: items, ...rest } = await transport.ask('customer.applications.list', input);
          return { items, ...rest };
        }),
    },
    gateways: {
      list: ({ limit, cursor: first, ...options } = {}) =>
        pagedList(first, async (cursor) => {
          const input = { ids: inWorkspace(place), query: { limit, cursor }, options };
          const { data: items, ...rest } = await transport.ask('customer.gateways.list', input);
          return { items, ...rest };
        }),
    },
    environments: {
      list: ({ limit, cursor: first, ...options } = {}) =>
        pagedList(first, async (cursor) => {
          const input = { ids: inWorkspace(place), query: { limit, cursor }, options };
          const { data: items, ...rest } = await transport.ask('customer.environments.list', input);
          return { items, ...rest };
        }),
    },
  };
}
