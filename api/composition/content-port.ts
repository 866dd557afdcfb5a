import type { ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { captureSettings } from '../../domain/management/capture-settings.ts';
import type { Configuration } from '../../runtime/configuration/configuration.ts';
import { openContentStore } from '../../content/open-content-store.ts';
import type { createApiMetrics } from '../metrics/api-metrics.ts';
import type { ApiPorts } from '../ports/ports.ts';

/** The content port. No question or answer is stored unless the configuration file asks for it. */
export function createContentPort(
  { dashboard }: ConfigurationFile,
  { contentLimits }: Pick<Configuration, 'contentLimits'>,
  clock: Clock,
  metrics: Pick<ReturnType<typeof createApiMetrics>, 'contents'> | undefined,
): Pick<ApiPorts, 'contents'> {
  const capture = captureSettings(dashboard?.capture);
  if (!capture.request && !capture.response) return {};
  const contents = openContentStore(capture, clock, contentLimits);
  return { contents: metrics?.contents(contents) ?? contents };
}
