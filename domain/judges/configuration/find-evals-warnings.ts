import type { DocumentFault } from '../../kernel/document-fault.ts';
import { SCORER_TRANSPORTS, type EvalsBlock } from './evals-block.ts';
import { evalsSettings } from './evals-settings.ts';

/** The settings that are valid, but hardly intended. */
export function findEvalsWarnings(block: EvalsBlock, capturesContent: boolean): DocumentFault[] {
  const { annotationQueue } = evalsSettings(block);
  const detectors = block.drift?.detectors ?? [];
  return [
    ...(block.evaluators ?? []).flatMap((entry, index) =>
      entry === undefined || SCORER_TRANSPORTS.some((name) => entry[name] !== undefined)
        ? []
        : [{ path: ['evals', 'evaluators', index], detail: 'has no scorer, so it scores nothing: add one' }],
    ),
    ...(block.evaluators ?? []).flatMap((entry, index) =>
      capturesContent || entry?.judge === undefined || (entry.sample_rate ?? 0) === 0
        ? []
        : [
            {
              path: ['evals', 'evaluators', index, 'sample_rate'],
              detail:
                'is above 0, but `dashboard.capture` stores no request and response, so there is nothing to judge',
            },
          ],
    ),
    ...(block.calibration?.quality?.enabled === true && detectors.length === 0
      ? [
          {
            path: ['evals', 'calibration', 'quality', 'enabled'],
            detail: 'is true, but `evals.drift.detectors` is empty, so drift is not measured',
          },
        ]
      : []),
    ...(annotationQueue && !capturesContent
      ? [
          {
            path: ['evals', 'annotation_queue', 'enabled'],
            detail: 'is true, but `dashboard.capture` stores no request and response, so there is nothing to annotate',
          },
        ]
      : []),
  ];
}
