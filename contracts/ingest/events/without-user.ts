import type { Dimensions } from '../dimensions/dimensions-schema.ts';
import type { FactEvent } from './traffic-event.ts';

/** The annotation by which earlier gateways stated the user. */
const NOTED_USER = 'dims.user';

/** The event without a user, in its dimensions and in its annotations; unchanged if it states another user or none. */
export function withoutUser(event: FactEvent, user: string): FactEvent {
  if (event.event === 'release_marker') return event;
  const { user: stated, ...dimensions }: Dimensions = event.dimensions ?? {};
  const rest = stated === user ? { ...event, dimensions } : event;
  if (rest.event !== 'request_admitted') return rest;
  const { [NOTED_USER]: noted, ...annotations }: Readonly<Record<string, string>> = rest.noted ?? {};
  return noted === user ? { ...rest, noted: annotations } : rest;
}
