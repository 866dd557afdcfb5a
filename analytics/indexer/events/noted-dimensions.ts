import { dimensionsOfNotes } from '../../../contracts/ingest/dimensions/dimensions-of-notes.ts';
import type { Dimensions } from '../../../contracts/ingest/dimensions/dimensions-schema.ts';
import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { hashRequest, type EventHash } from './event-hash.ts';

/**
 * The dimensions of requests of earlier gateways. Only the annotations of an admission state them, so they apply to the
 * later events of the request among the lines that are read together. Such an event in other lines has no dimensions.
 */
export class NotedDimensions {
  readonly #requests = new Map<EventHash, Dimensions>();

  /** The dimensions that an event states, or that the annotations of its request state; undefined for none. */
  of(event: FactEvent): Dimensions | undefined {
    if (event.event === 'release_marker') return undefined;
    if (event.dimensions !== undefined) return event.dimensions;
    const noted = event.event === 'request_admitted' ? event.noted : undefined;
    if (noted === undefined && this.#requests.size === 0) return undefined;
    const request = hashRequest(event.scope.workspace_id, event.logical_request_id);
    if (noted !== undefined) this.#requests.set(request, dimensionsOfNotes(noted));
    return this.#requests.get(request);
  }
}
