import { PRODUCER_CLASSES, type ProducerClass } from '../../../domain/insight/insight-sets.ts';
import { MAX_ID_BYTES } from '../../wire/id-text.ts';
import { CONTENT_EVENT } from '../events/content.ts';
import { isCompanionEvent, isEventName, eventProducer } from '../events/traffic-event.ts';
import { readableInstantMs } from './readable-instant-ms.ts';

/** The scope and the time of missing traffic, from an unloadable line that may state only a part of them. */
export interface LineTrace {
  readonly producerClass: ProducerClass;
  readonly organizationId?: string;
  readonly workspaceId?: string;
  readonly environmentId?: string;
  /** Unix milliseconds of the event on its time base or, if that cannot be read, of another time that it states. */
  readonly atMs?: number;
  /** Set for events that no figure uses: nothing is missing from a figure without them. */
  readonly isCompanion?: true;
}

type Members = Readonly<Record<string, unknown>>;

const SCOPE = ['organization_id', 'workspace_id', 'environment_id'] as const;

/** The members that can hold the time of an event, time bases first. */
const TIMES = ['admitted_at', 'dispatched_at', 'occurred_at', 'from', 'terminal_at', 'evaluated_at', 'to'] as const;

/** The scope and the time that a JSON object states, whether or not it is a valid event. */
export function toLineTrace(value: Members): LineTrace {
  const scope = value['scope'];
  return traceOfMembers(value, typeof scope === 'object' && scope !== null ? (scope as Members) : {});
}

/**
 * The number of UTF-16 units that are searched at each end. The scope and the time of an event precede or follow the
 * part that makes it long.
 */
const LOOKED_THROUGH = 65_536;

const MEMBERS = new RegExp(
  `"(event|producer_class|${[...SCOPE, ...TIMES].join('|')})"\\s*:\\s*"([^"\\\\]{1,512})"`,
  'g',
);

/**
 * The trace of a text that is not a JSON object, from the members that occur in it. Quotes within a JSON string are
 * escaped, so its content never matches. A scope member with two different values, as in two lines that ran together,
 * counts as absent.
 */
export function scanLineTrace(text: string): LineTrace {
  const found = new Map<string, string | undefined>();
  const isLong = text.length > 2 * LOOKED_THROUGH;
  const ends = isLong ? `${text.slice(0, LOOKED_THROUGH)}\n${text.slice(-LOOKED_THROUGH)}` : text;
  for (const [, name = '', value] of ends.matchAll(MEMBERS)) {
    const isScope = SCOPE.some((member) => member === name);
    if (!found.has(name)) found.set(name, value);
    else if (isScope && found.get(name) !== value) found.set(name, undefined);
  }
  const members = Object.fromEntries(found);
  return traceOfMembers(members, members);
}

function traceOfMembers(value: Members, scope: Members): LineTrace {
  const name = isEventName(value['event']) ? value['event'] : undefined;
  const declared = PRODUCER_CLASSES.find((producer) => producer === value['producer_class']);
  const [organizationId, workspaceId, environmentId] = SCOPE.map((member) => plainId(scope[member]));
  const atMs = TIMES.map((member) => readableInstantMs(value[member])).find((ms) => ms !== undefined);
  return {
    producerClass: declared ?? eventProducer(name),
    ...(organizationId !== undefined && { organizationId }),
    ...(workspaceId !== undefined && { workspaceId }),
    ...(environmentId !== undefined && { environmentId }),
    ...(atMs !== undefined && { atMs }),
    ...((isCompanionEvent(name) || value['event'] === CONTENT_EVENT) && { isCompanion: true as const }),
  };
}

/** The value if it can be an id, else undefined: the stores refuse NUL and texts without a bound. */
function plainId(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= MAX_ID_BYTES && /^[\w.:@-]+$/.test(value) ? value : undefined;
}
