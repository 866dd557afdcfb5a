import type { ContentStore } from '../../contracts/ingest/events/captured-content.ts';
import { captureSettings, type CaptureBlock, type CaptureSettings } from '../../domain/management/capture-settings.ts';
import { ContentCapture, type ContentCaptureParts } from '../capture/content-capture.ts';

export interface CaptureParts extends Pick<ContentCaptureParts, 'metrics'> {
  readonly openContents: (settings: CaptureSettings) => Pick<ContentStore, 'keep' | 'wanted'>;
}

/** The capture of requests and answers; undefined if the configuration file asks for none. */
export function openCapture(
  block: CaptureBlock | undefined,
  { openContents, metrics }: CaptureParts,
): ContentCapture | undefined {
  const settings = captureSettings(block);
  if (!settings.request && !settings.response) return undefined;
  return new ContentCapture({ store: openContents(settings), metrics });
}
