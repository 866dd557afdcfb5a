import type { Detector, EmbeddedDetector } from '../detectors.ts';

/** The span of a thing that a person found in a text. */
export interface LabelledSpan {
  readonly detector: EmbeddedDetector;
  /** The number of characters before the span. */
  readonly start: number;
  /** The number of characters up to its end. */
  readonly end: number;
}

/** The counts of a detector over labelled texts. */
export interface DetectorMeasure {
  readonly detector: EmbeddedDetector;
  readonly labelled: number;
  readonly found: number;
  readonly true_positives: number;
  readonly false_positives: number;
  readonly false_negatives: number;
  /** The share of the matches that are labelled; null without a match. */
  readonly precision: number | null;
  /** The share of the labels that are found; null without a label. */
  readonly recall: number | null;
}

/**
 * Measures detectors over labelled texts, one after the other. A match and a label belong together if they are of the
 * same detector and overlap.
 */
export function createMeasurement(detectors: readonly EmbeddedDetector[]): {
  add(labels: readonly LabelledSpan[], matches: readonly LabelledSpan[]): void;
  measures(): DetectorMeasure[];
} {
  const counts = new Map<Detector, { labelled: number; found: number; hits: number; missed: number }>(
    detectors.map((detector) => [detector, { labelled: 0, found: 0, hits: 0, missed: 0 }]),
  );
  return {
    add: (labels, matches) => {
      for (const [detector, count] of counts) {
        const own = labels.filter((label) => label.detector === detector);
        const found = matches.filter((match) => match.detector === detector);
        count.labelled += own.length;
        count.found += found.length;
        count.hits += found.filter((match) => own.some((label) => overlaps(label, match))).length;
        count.missed += own.filter((label) => !found.some((match) => overlaps(label, match))).length;
      }
    },
    measures: () =>
      detectors.map((detector) => {
        const { labelled = 0, found = 0, hits = 0, missed = 0 } = counts.get(detector) ?? {};
        return {
          detector,
          labelled,
          found,
          true_positives: hits,
          false_positives: found - hits,
          false_negatives: missed,
          precision: found === 0 ? null : hits / found,
          recall: labelled === 0 ? null : (labelled - missed) / labelled,
        };
      }),
  };
}

function overlaps(one: LabelledSpan, other: LabelledSpan): boolean {
  return one.start < other.end && other.start < one.end;
}
