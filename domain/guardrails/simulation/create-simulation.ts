import type { Match, Scan } from '../create-text-scanner.ts';
import { isEmbedded, type EmbeddedDetector, type ExternalDetector } from '../detectors.ts';
import type { GuardrailAction, GuardrailBinding, GuardrailPlace } from '../guardrails-block.ts';
import { findTextParts } from './find-text-parts.ts';
import { applyFilters, type FilterOutcome, type SimulatedItem } from './apply-filters.ts';

/** Makes the scanner of a binding. */
export type CreateScanner = (
  settings: Pick<GuardrailBinding, 'words'> & { readonly detectors: readonly EmbeddedDetector[] },
) => (text: string) => Scan;

/** A match with its place. */
type PlacedMatch = Match & { readonly item: string; readonly part: string };

/** Something that a binding did not examine. */
export type Skipped =
  | { readonly detector: ExternalDetector; readonly reason: 'needs_evaluator'; readonly evaluator?: string }
  | {
      readonly item: string;
      readonly part: string;
      readonly reason: 'encoded_media' | 'too_deep';
      readonly detectors: readonly EmbeddedDetector[];
    };

/** The result of a binding for all items. */
export interface SimulatedBinding {
  readonly binding: string;
  readonly where: GuardrailPlace;
  readonly action: GuardrailAction;
  /** The action that the gateway would take if it enforced guardrails; `pass` without a match. */
  readonly would: GuardrailAction | 'pass';
  /** The detectors that examined the items. */
  readonly detectors: readonly EmbeddedDetector[];
  /** `assumed` if the filters need a model or a key that some items do not name. */
  readonly filters: FilterOutcome;
  /** The items that the binding is about. */
  readonly items: number;
  readonly items_with_matches: number;
  /** The number of matches, also of those that are not listed. */
  readonly matches_found: number;
  readonly matches: readonly PlacedMatch[];
  readonly skipped: readonly Skipped[];
  readonly skipped_parts: number;
}

/** The maximum number of listed matches and of listed skipped parts of a binding. */
const MAX_LISTED = 1_000;

/** A simulation of bindings over items, one after the other. */
export interface Simulation {
  add(item: SimulatedItem): void;
  results(): SimulatedBinding[];
}

export function createSimulation(bindings: readonly GuardrailBinding[], createScanner: CreateScanner): Simulation {
  const runs = bindings.map((binding) => createBindingRun(binding, createScanner));
  return {
    add: (item) => {
      for (const run of runs) run.add(item);
    },
    results: () => runs.map((run) => run.result()),
  };
}

function createBindingRun(
  { id, where, action, detectors, words, evaluator }: GuardrailBinding,
  createScanner: CreateScanner,
): { add(item: SimulatedItem): void; result(): SimulatedBinding } {
  const embedded = detectors.filter(isEmbedded);
  const scan = createScanner({ detectors: embedded, ...(words !== undefined && { words }) });
  const external = detectors
    .filter((name): name is ExternalDetector => !isEmbedded(name))
    .map((detector): Skipped => ({
      detector,
      reason: 'needs_evaluator',
      ...(evaluator !== undefined && { evaluator }),
    }));
  const outcomes = new Set<FilterOutcome>();
  const matches: PlacedMatch[] = [];
  const skipped: Skipped[] = [];
  const counts = { items: 0, matching: 0, matches: 0, skipped: 0 };

  return {
    add: (item) => {
      const filters = applyFilters(where, item);
      const body = item.bodies[where.side];
      if (filters === 'not_matched' || body === undefined) return;
      outcomes.add(filters);
      const parts = findTextParts(body);
      const before = counts.matches;
      for (const { part, text } of parts.texts)
        for (const match of scan(text).matches) {
          counts.matches += 1;
          if (matches.length < MAX_LISTED) matches.push({ item: item.id, part, ...match });
        }
      counts.items += 1;
      if (counts.matches > before) counts.matching += 1;
      counts.skipped += parts.skipped.length;
      for (const { part, reason } of parts.skipped)
        if (skipped.length < MAX_LISTED) skipped.push({ item: item.id, part, reason, detectors: embedded });
    },
    result: () => ({
      binding: id,
      where,
      action,
      would: counts.matching > 0 ? action : 'pass',
      detectors: embedded,
      filters: (['assumed', 'matched'] as const).find((outcome) => outcomes.has(outcome)) ?? 'none',
      items: counts.items,
      items_with_matches: counts.matching,
      matches_found: counts.matches,
      matches,
      skipped: [...external, ...skipped],
      skipped_parts: counts.skipped,
    }),
  };
}
