import type { ImportOutcome } from '../analytics/indexer/import-file.ts';
import type { Inspection } from '../analytics/indexer/reading/inspect-file.ts';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** The report of an import: a text for a person, or one JSON object. Lines are counted from 1. */
export function importReport({ changed, known, totals }: ImportOutcome, asJson: boolean): string {
  const { events, repeated, quarantined } = totals;
  if (asJson)
    return json({
      changed,
      lines_imported_before: Number(known),
      lines_by_event: events,
      repeated,
      ...setAside(totals),
    });
  const holds = Object.keys(events).length + repeated + quarantined > 0;
  return [
    headline(changed, holds),
    ...(known > 0n ? [`  already imported, from an earlier state of this log: ${whole.format(known)} lines`] : []),
    ...eventLines(totals),
    `  repeated: ${whole.format(repeated)}`,
    ...setAsideLines(totals),
  ].join('\n');
}

/** The report of a dry run of an import, in the same two formats. */
export function inspectionReport(inspection: Inspection, asJson: boolean): string {
  if (asJson) return json({ changed: false, lines_by_event: inspection.events, ...setAside(inspection) });
  return [
    'Nothing was imported. Only an import finds the events that are already known.',
    ...eventLines(inspection),
    ...setAsideLines(inspection),
  ].join('\n');
}

function json(document: object): string {
  return JSON.stringify(document, undefined, 2);
}

function setAside({ quarantined, firstQuarantined }: Inspection) {
  return {
    quarantined,
    first_quarantined: firstQuarantined.map(({ offset, reason, detail }) => ({
      line: Number(offset + 1n),
      reason,
      detail,
    })),
  };
}

function eventLines({ events }: Inspection): string[] {
  return Object.entries(events).map(([event, count]) => `  ${event}: ${whole.format(count)}`);
}

function setAsideLines({ quarantined, firstQuarantined }: Inspection): string[] {
  return [
    `  quarantined: ${whole.format(quarantined)}`,
    ...firstQuarantined.map(({ offset, reason, detail }) => `    line ${offset + 1n}: ${reason}: ${detail}`),
  ];
}

function headline(changed: boolean, holds: boolean): string {
  if (!holds) return 'The source has no lines to import.';
  return changed ? 'Imported.' : 'This content was imported before, so nothing has changed.';
}
