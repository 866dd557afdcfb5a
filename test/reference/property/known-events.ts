import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import type { CostEffect } from '../../../contracts/ingest/events/cost-effect.ts';
import { referenceCanonicalJson } from '../canonical-json.ts';
import { factTimeMs, toUnixMs } from '../world.ts';
import type { MadeLine } from './made-line.ts';

/** A complete record of every event, to recognize repetitions. It hashes nothing and discards nothing. */
export class KnownEvents {
  readonly #contents = new Map<string, string>();
  readonly #places = new Map<string, string>();
  /** The number of effects that entered a price state and did not leave it, by everything that identifies an amount. */
  readonly #prices = new Map<string, number>();

  /**
   * The lines of a batch with their meaning after the earlier lines. A line is an event, a repetition, or a line in
   * quarantine. The last kind contradicts an earlier line or changes a price that does not exist. Changes are processed
   * after the lines that they may change.
   */
  recognized(lines: readonly MadeLine[]): MadeLine[] {
    const known = new Map<MadeLine, MadeLine>();
    for (const turn of [undefined, 'pending', 'unpriced']) {
      for (const line of lines) if (leftBy(line) === turn) known.set(line, this.#recognized(line));
    }
    return lines.map((line) => known.get(line)!);
  }

  #recognized(line: MadeLine): MadeLine {
    if (line.kind !== 'event') return line;
    const { event, text } = line;
    const content = contentOf(event);
    const key = referenceCanonicalJson([event.scope.workspace_id, event.event, ...idOf(event, content)]);
    const known = this.#contents.get(key);
    const isElsewhere = this.#isElsewhere(event);
    const isUnsettled = known === undefined && event.event === 'cost_effect' && !this.#moved(event);
    if (known === undefined && !isElsewhere && !isUnsettled) this.#contents.set(key, content);
    if (!isElsewhere && !isUnsettled && (known === undefined || known === content)) {
      return { ...line, ...(known !== undefined && { isRepeated: true }) };
    }
    return isUnsettled ? missingLine(event, text) : contradiction(event, text);
  }

  /** Moves a price between its states; returns false if it is not in the state that it must leave. */
  #moved(effect: CostEffect): boolean {
    const { price_state: after, previous_price_state: before } = effect;
    const countOf = (state: string): number => this.#prices.get(priceIn(state, effect)) ?? 0;
    if (before !== undefined) {
      if (countOf(before) === 0) return false;
      this.#prices.set(priceIn(before, effect), countOf(before) - 1);
    }
    if (after !== undefined) this.#prices.set(priceIn(after, effect), countOf(after) + 1);
    return true;
  }

  /** True if the event contradicts the place of its request, which the first event of the request defines. */
  #isElsewhere(event: FactEvent): boolean {
    const isOfRequest = event.event === 'request_admitted' || event.event === 'request_terminal';
    if (!isOfRequest) return false;
    const request = referenceCanonicalJson([event.scope.workspace_id, event.logical_request_id]);
    const place = referenceCanonicalJson([
      event.scope.environment_id,
      event.purpose,
      event.release_id ?? null,
      event.input_size_bucket ?? null,
      toUnixMs(event.admitted_at),
    ]);
    const first = this.#places.get(request) ?? place;
    this.#places.set(request, first);
    return place !== first;
  }
}

/** A line for an event that goes to quarantine and is never corrected. */
function contradiction(event: FactEvent, text: string): MadeLine & { readonly kind: 'faulty' } {
  const isControlPlane = event.event === 'release_marker' || event.event === 'feedback_verdict';
  const producerClass = isControlPlane ? 'control_plane_outbox' : 'gateway_journal';
  const fromMs = factTimeMs(event);
  const { workspace_id: workspaceId, environment_id: environmentId } = event.scope;
  const gap = { workspaceId, environmentId, producerClass, fromMs, toMs: fromMs + 1 } as const;
  return { kind: 'faulty', text, producerClass, gap };
}

/** A line for an event that is in quarantine until it arrives again. */
export function missingLine(event: FactEvent, text: string): MadeLine {
  return { ...contradiction(event, text), missing: missingAs(event) };
}

/** The key of the event that corrects an event in quarantine. Any ending of the same request corrects an ending. */
export function missingAs(event: FactEvent): string {
  return referenceCanonicalJson([event.scope.workspace_id, event.event, ...idOf(event, '')]);
}

function leftBy(line: MadeLine): string | undefined {
  return line.kind === 'event' && line.event.event === 'cost_effect' ? line.event.previous_price_state : undefined;
}

function priceIn(state: string, effect: CostEffect): string {
  const { scope, purpose, logical_request_id: request, attempt_id: attempt, provider_id: provider } = effect;
  const dimensions = [
    effect.release_id,
    effect.route_id,
    effect.team_id,
    effect.input_size_bucket,
    effect.connection_id,
  ];
  return referenceCanonicalJson([
    ...[state, scope.environment_id, purpose, request, attempt, provider, effect.provider_model],
    ...dimensions.map((name) => name ?? null),
    toUnixMs(effect.occurred_at),
  ]);
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
      return [event.logical_request_id, event.component_id, event.phase, toUnixMs(event.evaluated_at)];
    case 'release_marker':
      return [event.marker_id];
    case 'evaluation_outcome':
      return [event.logical_request_id, event.outcome_id];
  }
}

/**
 * The content of an event, without its dimensions, which its first arrival decides. An absent member for recorded
 * protection equals its default.
 */
function contentOf(event: FactEvent): string {
  const members = Object.entries(event)
    .filter(([name]) => name !== 'dimensions')
    .map(([name, value]) => [
      name,
      typeof value === 'string' && name.endsWith('_at') ? toUnixMs(value) : (value as unknown),
    ]);
  return referenceCanonicalJson({
    ...(event.event === 'request_terminal' && { protection_observed: false }),
    ...Object.fromEntries(members),
  });
}
