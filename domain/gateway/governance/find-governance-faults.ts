import type { DocumentPath, DocumentFault } from '../../kernel/document-fault.ts';
import type { TimeZones } from '../../schedules/time-zones.ts';
import type { LimitEntry } from './governance-block.ts';
import { COUNTED_UNITS, LIMIT_KINDS, type LimitKind } from './limit-kind.ts';
import { listLimitKinds } from './limit.ts';

/** The facts from outside the block that its rules need. */
export interface GovernanceContext {
  /** True if tags are recorded. */
  readonly hasDimensions: boolean;
  readonly zones: Pick<TimeZones, 'has' | 'nearest'>;
}

/** The faults of a list of limits, except faults in the form of its entries. Entries with a wrong form are absent. */
export function findGovernanceFaults(
  limits: readonly (Partial<LimitEntry> | undefined)[],
  context: GovernanceContext,
): DocumentFault[] {
  const ids = limits.map((limit) => limit?.id);
  return limits.flatMap((limit, index) => {
    const path = ['governance', 'limits', index];
    if (limit === undefined) return [];
    const isTaken = limit.id !== undefined && ids.indexOf(limit.id) < index;
    return [
      ...(isTaken ? [fault(path, 'id', 'is also the id of another limit: give each its own id')] : []),
      ...amountFaults(limit, path),
      ...nodeFaults(limit, path, context),
    ];
  });
}

function amountFaults(limit: Partial<LimitEntry>, path: DocumentPath): DocumentFault[] {
  // A member with an invalid value is present, but undefined.
  const written = LIMIT_KINDS.filter(({ name }) => Object.hasOwn(limit, name));
  const [kind, second] = written;
  if (kind === undefined)
    return [{ path, detail: `needs an amount: set one of ${LIMIT_KINDS.map(({ name }) => name).join(', ')}` }];
  if (second !== undefined)
    return [fault(path, second.name, `cannot be combined with \`${kind.name}\`: leave one of them out`)];
  return [...periodFaults(kind, limit, path), ...chunkFaults(kind, limit, path)];
}

function periodFaults({ name, window }: LimitKind, limit: Partial<LimitEntry>, path: DocumentPath): DocumentFault[] {
  const isFixed = window !== 'stated';
  const hasPeriod = Object.hasOwn(limit, 'per');
  if (isFixed && hasPeriod) return [fault(path, 'per', `has no effect with \`${name}\`: omit it`)];
  if (!isFixed && !hasPeriod) return [fault(path, 'per', `is required with \`${name}\``)];
  const isLocal = limit.per === 'day' || limit.per === 'week' || limit.per === 'month';
  if (limit.time_zone === undefined || isLocal || (hasPeriod && limit.per === undefined)) return [];
  return [
    fault(
      path,
      'time_zone',
      'has an effect only with a day, week or month, because minutes and hours are in UTC: omit it',
    ),
  ];
}

function chunkFaults({ unit }: LimitKind, limit: Partial<LimitEntry>, path: DocumentPath): DocumentFault[] {
  const [limitAmount] = listLimitKinds(limit).map(({ name }) => limit[name]);
  const { chunk } = limit;
  if (typeof chunk !== 'number' || limitAmount === undefined) return [];
  if (chunk > limitAmount) return [fault(path, 'chunk', 'is more than the limit itself: lower it')];
  if (COUNTED_UNITS[unit].isMoney || Number.isSafeInteger(chunk)) return [];
  return [fault(path, 'chunk', 'must be a whole number unless the limit is in US dollars')];
}

function nodeFaults(
  { node, time_zone: zone }: Partial<LimitEntry>,
  path: DocumentPath,
  { hasDimensions, zones }: GovernanceContext,
): DocumentFault[] {
  const isUnknownTag = node?.startsWith('tag:') === true && !hasDimensions;
  return [
    ...(isUnknownTag
      ? [fault(path, 'node', 'is a tag, and tags need `ledger.dimensions.enabled`: set it to true')]
      : []),
    ...(zone !== undefined && !zones.has(zone) ? [fault(path, 'time_zone', unknownZone(zones.nearest(zone)))] : []),
  ];
}

function unknownZone(near: string | undefined): string {
  return near === undefined
    ? 'must be a zone of the IANA database, such as `Europe/Berlin`'
    : `must be a zone of the IANA database (did you mean \`${near}\`?)`;
}

function fault(path: DocumentPath, name: string, detail: string): DocumentFault {
  return { path: [...path, name], detail };
}
