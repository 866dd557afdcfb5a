import type { RequestAdmitted } from '../../contracts/ingest/events/request-admitted.ts';
import type { RequestTerminal } from '../../contracts/ingest/events/request-terminal.ts';

/** The members that admissions and endings share. */
const SHARED: readonly string[] = [
  'schema',
  'scope',
  'purpose',
  'logical_request_id',
  'release_id',
  'route_id',
  'trace_id',
  'team_id',
  'input_size_bucket',
  'dimensions',
  'admitted_at',
  'streaming',
] satisfies readonly (keyof RequestAdmitted & keyof RequestTerminal)[];

/** The admission that an event states. An ending counts its request if it arrives before the admission. */
export function admissionOf(event: RequestAdmitted | RequestTerminal): RequestAdmitted {
  if (event.event === 'request_admitted') return event;
  const shared = Object.entries(event).filter(([name]) => SHARED.includes(name));
  return { ...(Object.fromEntries(shared) as Omit<RequestAdmitted, 'event'>), event: 'request_admitted' };
}
