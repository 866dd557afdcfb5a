import type { SimulatedBinding, Skipped } from '../../../domain/guardrails/simulation/create-simulation.ts';
import type { DetectorMeasure } from '../../../domain/guardrails/simulation/create-measurement.ts';
import type { Screen } from '../../output/screen.ts';
import { tableText } from '../../output/table.ts';
import { placeText } from './binding-document.ts';
import { matchTable } from './match-table.ts';

/** The maximum number of matches of a binding in the text for people. The document lists more. */
const MAX_SHOWN = 20;

/** The report of a simulation for people. */
export function simulationText(results: readonly SimulatedBinding[], screen: Screen): string {
  return results.map((result) => bindingText(result, screen)).join('\n\n');
}

function bindingText(result: SimulatedBinding, screen: Screen): string {
  const { binding, where, would, items, matches, filters } = result;
  const shown = matches.slice(0, MAX_SHOWN);
  return [
    `${binding} (${placeText(where)}): ${outcomeText(result)}`,
    ...(would === 'pass' ? [] : [`The action would be: ${would}.`]),
    ...(filters === 'assumed'
      ? ['The content names no model or key, so the filters of the binding are assumed to match.']
      : []),
    ...(items === 0 ? ['No item belongs to this binding.'] : []),
    ...(shown.length === 0 ? [] : [matchTable(shown, screen)]),
    ...(result.matches_found > shown.length
      ? [`${result.matches_found - shown.length} more matches: --json lists up to 1000.`]
      : []),
    ...result.skipped.slice(0, MAX_SHOWN).map(skippedText),
  ].join('\n');
}

function outcomeText({
  items,
  items_with_matches: matching,
  matches_found: count,
  detectors,
}: SimulatedBinding): string {
  if (detectors.length === 0) return 'not examined, because no detector of it runs here';
  if (count === 0) return `no match in ${counted(items, 'item', 'items')}`;
  return `${counted(count, 'match', 'matches')} in ${matching} of ${counted(items, 'item', 'items')}`;
}

function skippedText(skipped: Skipped): string {
  if ('detector' in skipped) return `Skipped: the detector ${skipped.detector}, which needs a model or other software.`;
  const reason = skipped.reason === 'encoded_media' ? 'it is encoded media' : 'it is nested too deeply';
  return `Skipped: the part ${skipped.part} of ${skipped.item}, because ${reason}.`;
}

/** The measures of detectors over a corpus for people. */
export function measureText(
  measures: readonly DetectorMeasure[],
  skipped: readonly { readonly binding: string; readonly detector: string }[],
  screen: Screen,
): string {
  const number = { isNumber: true } as const;
  return [
    tableText(
      [
        { title: 'DETECTOR' },
        { title: 'LABELLED', ...number },
        { title: 'FOUND', ...number },
        { title: 'WRONG', ...number },
        { title: 'MISSED', ...number },
        { title: 'PRECISION', ...number },
        { title: 'RECALL', ...number },
      ],
      measures.map((measure) => [
        measure.detector,
        String(measure.labelled),
        String(measure.found),
        String(measure.false_positives),
        String(measure.false_negatives),
        shareText(measure.precision),
        shareText(measure.recall),
      ]),
      screen,
    ),
    ...skipped.map(
      ({ binding, detector }) =>
        `Skipped: the detector ${detector} of ${binding}, which needs a model or other software.`,
    ),
  ].join('\n');
}

function shareText(share: number | null): string {
  return share === null ? 'unknown' : share.toFixed(4);
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
