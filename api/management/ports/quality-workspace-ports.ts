import type { QualityWorkspaceFinder } from '../../../store/quality/quality-workspace-finder.ts';

/** The ports that find the workspace of a dataset, an experiment or a calibration. */
export interface QualityWorkspacePorts {
  readonly qualityWorkspaces: QualityWorkspaceFinder;
}
