import type { FactEvent } from '../../../contracts/ingest/traffic-event.ts';
import { referenceCanonicalJson } from '../../reference/canonical-json.ts';
import { timeBaseOf, timeOf } from '../../reference/world.ts';
import type { MadeLine } from './make-world.ts';

/** What a careful observer keeps of every event, to know it again: nothing is hashed, nothing forgotten. */
export class KnownEvents {
  readonly #said = new Map<string, string>();
  readonly #places = new Map<string, string>();

  /** The line as what it is by what came before: itself, a repetition, or one that says something else and is set aside. */
  recognized(line: MadeLine): MadeLine {
    if (line.kind !== 'event') return line;
    const { event, text } = line;
    const content = contentOf(event);
    const key = referenceCanonicalJson([event.scope.workspace_id, event.event, ...idOf(event, content)]);
    const said = this.#said.get(key);
    const isElsewhere = this.#isElsewhere(event);
    if (said === undefined && !isElsewhere) this.#said.set(key, content);
    if (!isElsewhere && (said === undefined || said === content)) {
      return { ...line, ...(said !== undefined && { isRepeated: true }) };
    }
    const isControlPlane = event.event === 'release_marker' || event.event === 'feedback_verdict';
    const producerClass = isControlPlane ? 'control_plane_outbox' : 'gateway_journal';
    const fromMs = timeBaseOf(event);
    const gap = { workspaceId: event.scope.workspace_id, producerClass, fromMs, toMs: fromMs + 1 } as const;
    return { kind: 'faulty', text, producerClass, gap };
  }

  /** A request is where its first event says. */
  #isElsewhere(event: FactEvent): boolean {
    const isOfRequest = event.event === 'request_admitted' || event.event === 'request_terminal';
    if (!isOfRequest) return false;
    const request = referenceCanonicalJson([event.scope.workspace_id, event.logical_request_id]);
    const place = referenceCanonicalJson([
      event.scope.environment_id,
      event.purpose,
      event.release_id ?? null,
      event.input_size_bucket ?? null,
      timeOf(event.admitted_at),
    ]);
    const first = this.#places.get(request) ?? place;
    this.#places.set(request, first);
    return place !== first;
  }
}

function idOf(event: FactEvent, content: string): unknown[] {
  switch (event.event) {
    case 'request_admitted':
      return [event.logical_request_id];
    case 'request_terminal':
      return [event.logical_request_id, content];
    case 'attempt':
      return [event.logical_request_id, event.attempt_id];
    case 'cost_effect':
      return [event.logical_request_id, event.effect_id];
    case 'feedback_verdict':
      return [event.logical_request_id, event.issuer_ref, event.feedback_id, event.revision];
    case 'protection_evaluation':
      return [event.logical_request_id, event.component_id, event.phase, timeOf(event.evaluated_at)];
    case 'release_marker':
      return [event.marker_id];
  }
}

/** All that an event says. Whether protection was recorded is no less said where it is left out. */
function contentOf(event: FactEvent): string {
  const members = Object.entries(event).map(([name, value]) => [
    name,
    typeof value === 'string' && name.endsWith('_at') ? timeOf(value) : (value as unknown),
  ]);
  return referenceCanonicalJson({
    ...(event.event === 'request_terminal' && { protection_observed: false }),
    ...Object.fromEntries(members),
  });
}
