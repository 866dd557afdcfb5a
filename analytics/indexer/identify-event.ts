import { hash } from 'node:crypto';
import type { FactEvent } from '../../contracts/ingest/traffic-event.ts';
import type { FactRow } from './fact-rows.ts';

/**
 * What an event is known by, as numbers of 64 bits in decimal digits: its request, itself within it, and what it says.
 * Kept for as long as its fact, and computed of older facts by `migrations/0004_identities.sql`: none of it may change.
 */
export interface EventIdentity {
  readonly request: string;
  readonly event: string;
  readonly content: string;
}

/** Of a valid event and the row that it becomes. */
export function identifyEvent(event: FactEvent, row: FactRow): EventIdentity {
  const { workspace_id: workspaceId } = event.scope;
  const content = digestOf(contentOf(row));
  const request = 'logical_request_id' in event ? event.logical_request_id : '';
  return {
    request: digestOf(`${workspaceId}\t${request}`),
    event: digestOf([workspaceId, event.event, request, ...idOf(event, content)].join('\t')),
    content,
  };
}

/** What tells an event from others of its kind and request. Texts hold no tabs, so that no two ids are written alike. */
function idOf(event: FactEvent, content: string): string[] {
  switch (event.event) {
    case 'request_admitted':
      return [];
    // A second ending of a request that says something else is an event of its own.
    case 'request_terminal':
      return [content];
    case 'attempt':
      return [event.attempt_id];
    case 'cost_effect':
      return [event.effect_id];
    case 'feedback_verdict':
      return [event.issuer_ref, event.feedback_id, String(event.revision)];
    // A component may come to another result later; the newest counts.
    case 'protection_evaluation':
      return [event.component_id, event.phase, String(Date.parse(event.evaluated_at))];
    case 'release_marker':
      return [event.marker_id];
  }
}

/**
 * What the facts keep of an event, however its line was written. Empty cells at the end are left out: a column that joins
 * a row later, as its last, changes nothing of events that do not name it.
 */
function contentOf(row: FactRow): string {
  let text = '';
  let end = 0;
  for (const name in row) {
    const cell = row[name];
    if (cell !== null && cell !== false && cell !== '') {
      text += String(cell);
      end = text.length;
    }
    text += '\t';
  }
  return text.slice(0, end);
}

function digestOf(text: string): string {
  return BigInt(`0x${hash('sha256', text, 'hex').slice(0, 16)}`).toString();
}
